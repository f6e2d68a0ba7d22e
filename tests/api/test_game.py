"""Games and their options: what is refused says what is allowed."""

import pickle
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from tests.api.toy import ToyOptions, toy

import ultimo


def test_games_are_listed_by_the_names_of_their_rules_files() -> None:
    assert "whist" in ultimo.games()
    assert ultimo.games() == sorted(ultimo.games())


def test_every_listed_game_can_be_made_and_is_called_so() -> None:
    for name in ultimo.games():
        assert ultimo.game(name).name == name


def test_game_stays_a_function_when_everything_is_imported() -> None:
    code = (
        "import ultimo, ultimo.state, ultimo.match, ultimo.observation, ultimo.scoring\n"
        "from ultimo.games import whist\n"
        "assert callable(ultimo.game) and callable(ultimo.games)\n"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize(
    ("given", "says"),
    [
        pytest.param({"gametarget": 5}, "did you mean 'game_target'", id="misspelt option"),
        pytest.param({"": 5}, "no option ''", id="empty name"),
        pytest.param({"game_target": 0}, "game_target=0: game_target is an integer", id="too low"),
        pytest.param({"game_target": "5"}, "game_target='5'", id="text for a number"),
        pytest.param({"game_target": 5.0}, "game_target=5.0", id="float for an integer"),
        pytest.param({"game_target": True}, "game_target=True", id="bool for an integer"),
        pytest.param({"game_target": 10**30}, "game_target=1000", id="huge number"),
        pytest.param({"game_target": None}, "game_target=None", id="none"),
        pytest.param({"void_rule": "fre"}, "'must_trump' or 'free'", id="unknown word"),
        pytest.param({"void_rule": 1}, "void_rule=1", id="number for a word"),
        pytest.param({"void_rule": ["free"]}, "void_rule=['free']", id="list for a word"),
        pytest.param({"game_bonus": 1}, "game_bonus is True or False", id="integer for a flag"),
        pytest.param({"stake": -1}, "a number of at least 0", id="negative"),
        pytest.param({"stake": float("nan")}, "stake=nan", id="nan"),
        pytest.param({"stake": float("inf")}, "stake=inf", id="infinite"),
        pytest.param({"players": 3}, "players is 4", id="wrong number of players"),
        pytest.param({"preset": "none"}, "no preset 'none'", id="unknown preset"),
        pytest.param({"preset": 3}, "no preset 3", id="preset of a wrong type"),
    ],
)
def test_bad_option_is_named_with_what_is_allowed(given: dict[str, object], says: str) -> None:
    with pytest.raises(ultimo.OptionError) as caught:
        ultimo.game("whist", **given)  # type: ignore[arg-type]
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("name", ["wist", "", "Whist", None, 3, "__init__", "_core"])
def test_unknown_game_is_refused(name: object) -> None:
    with pytest.raises(ultimo.OptionError) as caught:
        ultimo.game(name)
    assert caught.value.code == "unknown_game"


def test_all_faults_of_options_are_said_at_once() -> None:
    with pytest.raises(ultimo.OptionError) as caught:
        ultimo.game("whist", game_target=0, slam_mode="x")
    assert "game_target" in str(caught.value)
    assert "slam_mode" in str(caught.value)


def test_options_of_numpy_are_plain_afterwards() -> None:
    options = ultimo.game(
        "whist", game_target=np.int64(7), game_bonus=np.zeros(1, dtype=np.bool_)[0]
    ).options
    assert type(options.game_target) is int
    assert type(options.game_bonus) is bool


def test_defaults_may_depend_on_other_options() -> None:
    assert toy().options.level == 6
    assert toy(level=2).options.level == 2
    assert toy().options.changed() == {}


def test_presets_give_way_to_what_is_said() -> None:
    assert toy("quick").options.level == 1
    assert toy("quick", level=3).options.level == 3
    assert toy("quick").options.fast


def test_options_that_do_not_go_together_are_refused() -> None:
    with pytest.raises(ultimo.OptionError, match="fast goes with"):
        toy(fast=True, mode="two")


@pytest.mark.parametrize(
    "given",
    [
        {"only": "a"},
        {"only": ["c"]},
        {"only": 3},
        {"packets": "21"},
        {"packets": [1, 1]},
        {"packets": [1.5, 1.5]},
        {"packets": 3},
        {"stake": "1"},
        {"stake": True},
        {"mode": None},
    ],
)
def test_sets_lists_and_numbers_are_checked(given: dict[str, Any]) -> None:
    with pytest.raises(ultimo.OptionError):
        toy(**given)


def test_sets_and_lists_take_any_iterable() -> None:
    options = toy(only=["b", "a"], packets=[1, 1, 1]).options
    assert options.only == {"a", "b"}
    assert options.packets == (1, 1, 1)
    assert options.values()["only"] == ["a", "b"]
    assert hash(options) == hash(ToyOptions(only=frozenset("ab"), packets=(1, 1, 1)))


def test_equal_games_are_equal_and_print_as_they_are_made() -> None:
    game = ultimo.game("whist", game_target=7)
    same = ultimo.game("whist", game_target=7, slam_mode="add")
    assert game == same
    assert hash(game) == hash(same)
    assert game != ultimo.game("whist")
    assert game != "whist"
    assert repr(game) == "ultimo.game('whist', game_target=7)"
    assert pickle.loads(pickle.dumps(game)) == game  # noqa: S301 - our own


def test_actions_are_the_cards_and_then_the_calls() -> None:
    game = toy()
    assert game.action_names[: game.deck.size] == tuple(game.deck.cards)
    assert game.num_actions == len(set(game.action_names)) == 15
    assert ultimo.game("whist").num_actions == 52


def test_points_of_a_pile_are_counted() -> None:
    game = toy()
    assert game.count_points(["HJ", "h2"]) == 1
    assert game.count_points("HJ H2") == 1
    assert game.count_points([]) == 0
    with pytest.raises(ultimo.DealError, match="HJ is there twice"):
        game.count_points(["HJ", "♥J"])
    with pytest.raises(ultimo.NotationError):
        game.count_points(["SA"])


@pytest.mark.parametrize(
    "error",
    [
        ultimo.OptionError("a", code="x"),
        ultimo.NotationError("a", position=3),
        ultimo.SolverLimitError("a", lower=1.0, upper=2.0, nodes=5),
    ],
)
def test_errors_survive_pickling(error: ultimo.UltimoError) -> None:
    again = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own
    assert type(again) is type(error)
    assert (str(again), again.__dict__) == (str(error), error.__dict__)
    assert isinstance(again, ValueError)


@pytest.mark.parametrize("players", [float("inf"), float("nan"), [], "3", None, 10**400, True])
def test_a_default_that_rests_on_a_wrong_value_is_not_asked(players: Any) -> None:
    with pytest.raises(ultimo.OptionError, match="players"):
        ultimo.game("slovenian_tarok", players=players)
