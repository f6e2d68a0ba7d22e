"""Handfuls, the called king and what is known of them: rules/french_tarot.md, a row a clause."""

from typing import Any

import numpy as np
import pytest
from tests.rules.french_hands import KING, bid, do, fill, french, knows, lay_away, names, to_play

import ultimo

FOUR = french()
LATE = french(handful_timing="before_own_first_card")
EARLIER = ["T2", "T3", "T4", "T5", "T6", "T7", "T8", "T9", "T10", "T11", "T12", "T13"]
FILLER = [f"{suit}{rank}" for suit in "CD" for rank in "A23456789TJNQ"]


def holding(trumps: int, *, excuse: bool = False, size: int = 18) -> list[str]:
    """Returns a hand with so many trumps, the higher ones, and perhaps the excuse."""
    own = [f"T{number}" for number in range(22 - trumps, 22)]
    own += ["EX"] if excuse else []
    return own + FILLER[: size - len(own)]


def asked(game: Any, hands: dict[int, list[str]], *, taker: int = 0) -> Any:
    """Returns a deal of `garde_sans` in which the first seat is asked for a handful."""
    return do(bid(game, taker, "garde_sans", fill(game, hands)), "done")


def say_single(state: Any) -> Any:
    """Announces a single handful of four players, and shows the first ten cards there are."""
    do(state, "handful:single")
    for _ in range(10):
        do(state, names(state)[0])
    return state


def single(game: Any, hand: list[str]) -> list[str]:
    """Returns the handfuls that forehand may announce with a hand."""
    return [name.partition(":")[2] for name in names(asked(game, {0: hand})) if name != "done"]


SIZES: list[Any] = [
    pytest.param({}, 9, False, [], id="four: 9 trumps are none"),
    pytest.param({}, 10, False, ["single"], id="four: 10 are a single"),
    pytest.param({}, 9, True, ["single"], id="9 trumps and the excuse are a single"),
    pytest.param({}, 8, True, [], id="8 and the excuse are none"),
    pytest.param({}, 12, False, ["single"], id="four: 12 are a single"),
    pytest.param({}, 13, False, ["single", "double"], id="four: 13 are a double, or a smaller one"),
    pytest.param({}, 12, True, ["single", "double"], id="12 and the excuse are a double"),
    pytest.param({}, 14, False, ["single", "double"], id="four: 14 are no triple"),
    pytest.param({}, 15, False, ["single", "double", "triple"], id="four: 15 are a triple"),
    pytest.param({}, 14, True, ["single", "double", "triple"], id="14 and the excuse are a triple"),
    pytest.param({"players": 3}, 12, False, [], id="three: 12 are none"),
    pytest.param({"players": 3}, 13, False, ["single"], id="three: 13 are a single"),
    pytest.param({"players": 3}, 14, False, ["single"], id="three: 14 are no double"),
    pytest.param({"players": 3}, 15, False, ["single", "double"], id="three: 15 are a double"),
    pytest.param({"players": 3}, 17, False, ["single", "double"], id="three: 17 are no triple"),
    pytest.param({"players": 3}, 17, True, ["single", "double", "triple"], id="three: 18 triple"),
    pytest.param({"players": 5}, 9, False, [], id="five, dealer out: as with four"),
    pytest.param({"players": 5}, 10, False, ["single"], id="five, dealer out: 10 are a single"),
    pytest.param(KING, 7, False, [], id="call_king: 7 are none"),
    pytest.param(KING, 8, False, ["single"], id="call_king: 8 are a single"),
    pytest.param(KING, 9, False, ["single"], id="call_king: 9 are no double"),
    pytest.param(KING, 10, False, ["single", "double"], id="call_king: 10 are a double"),
    pytest.param(KING, 12, False, ["single", "double"], id="call_king: 12 are no triple"),
    pytest.param(KING, 12, True, ["single", "double", "triple"], id="call_king: 13 are a triple"),
]


@pytest.mark.parametrize(("options", "trumps", "excuse", "may"), SIZES)
def test_sizes(options: dict[str, Any], trumps: int, excuse: bool, may: list[str]) -> None:  # noqa: FBT001
    game = french(**options)
    size = {3: 24, 5: 15 if game.options.calls_king else 18}.get(game.players, 18)
    if game.options.calls_king:
        hand = holding(trumps, excuse=excuse, size=size)
        state = do(bid(game, 1, "garde_sans", fill(game, {0: hand})), "king:S done")
        found = [name.partition(":")[2] for name in names(state) if name != "done"]
    else:
        found = single(game, holding(trumps, excuse=excuse, size=size))
    assert found == may


def test_too_few_trumps_are_refused_by_name() -> None:
    state = asked(FOUR, {0: holding(9)})
    with pytest.raises(ultimo.IllegalActionError, match="10 trumps") as fault:
        state.apply("handful:single")
    assert fault.value.code == "too_few_trumps"


def test_everybody_is_asked_in_seat_order_whatever_he_holds() -> None:
    state = asked(FOUR, {0: holding(4), 3: ["T1", "T2"]}, taker=2)
    order = []
    while state.phase == "announce":
        order.append(state.current_player)
        assert "done" in names(state)
        state.apply("done")
    assert order == [0, 1, 2, 3]
    assert dict(state.contract.handfuls) == {}
    assert (state.phase, state.current_player) == ("play", 0)


def test_announcing_is_voluntary_and_a_smaller_handful_may_be_said() -> None:
    state = asked(FOUR, {0: holding(15)})
    assert names(state) == ["handful:single", "handful:double", "handful:triple", "done"]
    do(state, "handful:single")
    assert dict(state.contract.handfuls) == {0: "single"}


def test_one_announcement_per_player_and_several_players() -> None:
    hands = {0: holding(10), 2: ["EX", *[f"T{n}" for n in range(2, 12)], *FILLER[8:15]]}
    state = say_single(asked(FOUR, hands))
    assert state.current_player == 1
    do(state, "done")
    assert state.current_player == 2
    # His ten trumps are all shown, and nobody is asked again.
    say_single(state)
    assert (state.phase, state.current_player) == ("announce", 3)
    assert knows(state, 3, "hands", 2) == {f"T{n}" for n in range(2, 12)}
    assert dict(state.contract.handfuls) == {0: "single", 2: "single"}


SHOWN: list[Any] = [
    pytest.param(10, False, [f"T{n}" for n in range(12, 22)], id="ten trumps: all are shown"),
    pytest.param(9, True, [*(f"T{n}" for n in range(13, 22)), "EX"], id="nine: the excuse too"),
    pytest.param(10, True, [f"T{n}" for n in range(12, 22)], id="ten and the excuse: not that"),
]


@pytest.mark.parametrize(("trumps", "excuse", "shown"), SHOWN)
def test_cards_shown_are_known_to_all(trumps: int, excuse: bool, shown: list[str]) -> None:  # noqa: FBT001
    state = do(asked(FOUR, {0: holding(trumps, excuse=excuse)}), "handful:single")
    # They are shown one by one, though there is no choice.
    assert (state.phase, names(state)) == ("announce", shown)
    do(state, *shown)
    assert state.current_player == 1
    for seat in (1, 2, 3):
        assert knows(state, seat, "hands", 0) == set(shown)
        assert state.observation(seat)["handfuls"].tolist()[0] == [True, False, False]
    to_play(state)
    card = shown[-1] if excuse and "EX" in shown else shown[0]
    do(state, card)
    for seat in (1, 2, 3):
        assert knows(state, seat, "hands", 0) == set(shown) - {card}
        assert card in knows(state, seat, "played", 0)


def test_with_more_trumps_than_needed_the_player_chooses_which_to_show() -> None:
    state = do(asked(FOUR, {0: holding(12, excuse=True)}), "handful:single")
    assert (state.phase, state.current_player) == ("announce", 0)
    trumps = [f"T{n}" for n in range(10, 22)]
    assert names(state) == trumps
    for wrong, code in (("EX", "excuse_not_needed"), ("C2", "not_to_show"), ("T1", "not_in_hand")):
        with pytest.raises(ultimo.IllegalActionError) as fault:
            state.apply(wrong)
        assert fault.value.code == code
    with pytest.raises(ultimo.IllegalActionError) as fault:
        state.apply("done")
    assert fault.value.code == "must_show"
    for card in trumps[2:11]:
        do(state, card)
        assert card not in names(state)
        assert card in knows(state, 2, "hands", 0)
    do(state, "T10")
    assert state.current_player == 1
    assert knows(state, 2, "hands", 0) == {*trumps[2:11], "T10"}
    # He is back at the choice when the last card shown is taken back.
    state.undo()
    assert names(state) == ["T10", "T11", "T21"]


def test_trumps_laid_away_do_not_count() -> None:
    kept = ["CK", "DK", "HK", "SK", "T1", "T21", "EX"]
    hand = [*kept, *(f"T{n}" for n in range(2, 13))]
    # Thirteen trumps and the excuse; six suit cards would save them all.
    state = bid(FOUR, 0, "garde", fill(FOUR, {0: hand}, "C2 C3 C4 C5 C6 C7"))
    do(lay_away(state), "done")
    assert names(state) == ["handful:single", "handful:double", "done"]
    state = bid(FOUR, 0, "garde", fill(FOUR, {0: hand}, "CA C2 C3 T13 T14 T15"))
    # Sixteen trumps and the excuse, of which three must go: fourteen cards left.
    do(lay_away(state), "done")
    assert names(state) == ["handful:single", "handful:double", "done"]
    assert len([card for card in state.hand(0) if card[0] == "T"]) == 13


# Before the own first card.


def test_late_handfuls_are_asked_before_each_first_card() -> None:
    hands = {0: holding(10), 1: ["HA"], 2: ["EX", *EARLIER[:9]]}
    state = asked(LATE, hands, taker=3)
    assert (state.phase, state.current_player) == ("announce", 0)
    say_single(state)
    assert (state.phase, state.current_player) == ("play", 0)
    do(state, "CA")
    assert (state.phase, state.current_player) == ("announce", 1)
    # What lies on the table is seen meanwhile.
    assert state.trick == [(0, "CA")]
    assert knows(state, 1, "played", 0) == {"CA"}
    assert knows(state, 1, "hands", 0) == {f"T{n}" for n in range(12, 22)}
    assert state.observation(1)["hand_size"].tolist() == [17, 18, 18, 18]
    with pytest.raises(ultimo.IllegalActionError):
        state.apply("HA")
    do(state, "done", names(do(state.copy(), "done"))[0])
    assert state.current_player == 2
    assert names(state) == ["handful:single", "done"]
    say_single(state)
    assert dict(state.contract.handfuls) == {0: "single", 2: "single"}
    assert state.phase == "play"
    order = []
    while len(state.position.history) < 8:
        order.append((state.phase, state.current_player))
        state.apply("done" if state.phase == "announce" else state.legal_actions()[0])
    # Seat 3 is asked too, and nobody in the second trick.
    assert [seat for phase, seat in order if phase == "announce"] == [3]


def test_late_handfuls_count_in_the_score() -> None:
    hands = {0: holding(10)}
    for more in (0, 20):
        state = asked(LATE, hands)
        state = say_single(state) if more else do(state, "done")
        while not state.is_over:
            state.apply("done" if state.phase == "announce" else state.legal_actions()[0])
        outcome = state.position.outcome()
        made = outcome.points >= 2 * (56, 51, 41, 36)[outcome.oudlers]
        plain = LATE.settle(
            LATE.contract("garde_sans"),
            points=outcome.points / 2,
            oudlers=outcome.oudlers,
            petit="neither"
            if outcome.petit == 0
            else "taker"
            if outcome.petit == 1
            else "defenders",
        )
        assert state.returns()[1] == plain.returns[1] - (more if made else -more)


def test_undo_goes_back_through_late_handfuls() -> None:
    state = asked(LATE, {0: holding(10), 2: ["EX", *EARLIER[:9]]}, taker=3)
    seen = [state.copy()]
    for _ in range(26):
        state.apply(names(state)[0])
        seen.append(state.copy())
        assert ultimo.State.from_json(state.to_json()) == state
    for earlier in reversed(seen[:-1]):
        state.undo()
        assert state == earlier
        assert (state.phase, names(state)) == (earlier.phase, names(earlier))
        assert state.trick == earlier.trick


# The called king.


def kings(where: dict[str, int | None]) -> dict[int, list[str]]:
    """Returns hands that hold kings, by suit."""
    found: dict[int, list[str]] = {}
    for suit, seat in where.items():
        if seat is not None:
            found.setdefault(seat, []).append(f"{suit}K")
    return found


WHERE: dict[str, int | None] = {"C": 1, "D": 2, "H": 3, "S": None}
"""The taker is seat 1, and the king of spades lies in the talon."""
CALLED: list[Any] = [
    pytest.param("D", 2, [-1, 2, 1, -1, -1], id="its holder is the partner: +2R, +R, -R"),
    pytest.param("H", 3, [-1, 2, -1, 1, -1], id="whoever he is"),
    pytest.param("C", None, [-1, 4, -1, -1, -1], id="his own king: alone, +4R / -R"),
    pytest.param("S", None, [-1, 4, -1, -1, -1], id="a king in the talon: alone"),
]


@pytest.mark.parametrize("contract", ["petite", "garde", "garde_sans", "garde_contre"])
@pytest.mark.parametrize(("suit", "partner", "shares"), CALLED)
def test_the_taker_calls_a_king_before_the_talon_is_turned(
    contract: str, suit: str, partner: int | None, shares: list[int]
) -> None:
    game = french(**KING)
    state = bid(game, 1, contract, fill(game, kings(WHERE), "SK S2 S3"))
    assert (state.phase, state.current_player) == ("talon", 1)
    assert names(state) == ["king:C", "king:D", "king:H", "king:S"]
    assert all(knows(state, seat, "table") == set() for seat in range(5))
    with pytest.raises(ultimo.IllegalActionError) as fault:
        state.apply("done")
    assert fault.value.code == "must_call_king"
    do(state, f"king:{suit}")
    assert state.contract.partner == partner
    to_play(state)
    while not state.is_over:
        state.apply(state.legal_actions()[0])
    paid = state.returns()
    assert (paid == np.array(shares) * -paid[0]).all()
    assert paid[0] != 0


def seen_partner(state: Any, seat: int) -> list[int]:
    found: list[int] = np.flatnonzero(state.observation(seat)["partner"]).tolist()
    return found


def test_the_partner_is_hidden_until_the_called_king_is_played() -> None:
    game = french(**KING)
    state = to_play(do(bid(game, 1, "garde_sans", fill(game, kings(WHERE))), "king:D"))
    while "DK" in state.hand(2):
        assert [seen_partner(state, seat) for seat in range(5)] == [[], [], [2], [], []]
        assert all(knows(state, seat, "called") == {"DK"} for seat in range(5))
        legal = names(state)
        state.apply("DK" if "DK" in legal else legal[0])
    assert [seen_partner(state, seat) for seat in range(5)] == [[2]] * 5


def test_a_king_shown_in_the_talon_is_seen_by_all() -> None:
    game = french(**KING)
    state = do(bid(game, 1, "garde", fill(game, kings(WHERE), "SK S2 S3")), "king:S")
    for seat in range(5):
        assert "SK" in knows(state, seat, "taken", 1)
        assert seen_partner(state, seat) == []


def excuse_deal(game: Any, *, partner: int) -> Any:
    """Returns a play in which seat 2 has given the excuse to a trick that seat 3 has won."""
    hands = {0: ["HA"], 1: ["CK", "H2"], 2: ["EX"], 3: ["HK"], 4: ["H3"], partner: ["DK"]}
    hands[2] = ["EX", *hands.get(2, [])] if partner == 2 else ["EX"]
    hands[3] = ["HK", "DK"] if partner == 3 else ["HK"]
    if partner == 2:
        hands[2] = ["EX", "DK"]
    elif partner == 4:
        hands[4] = ["H3", "DK"]
    state = to_play(do(bid(game, 1, "garde_sans", fill(game, hands)), "king:D"))
    return do(state, "HA H2 EX HK H3")


def test_points_do_not_tell_who_the_partner_is() -> None:
    """Whether the excuse was paid for shows who plays together: 8 and 1, or the whole 9."""
    game = french(**KING)
    # With the partner at seat 4, seats 2 and 3 are defenders: no card is owed.
    together, apart = excuse_deal(game, partner=4), excuse_deal(game, partner=3)
    assert list(together.position.points) == [0, 0, 0, 1 + 1 + 9 + 9 + 1, 0]
    assert list(apart.position.points) == [0, 0, 8, 1 + 1 + 9 + 1 + 1, 0]
    for state in (together, apart):
        for seat in (0, 1, 2):
            # Neither the taker nor a defender without the king knows.
            assert state.observation(seat)["points"].tolist() == [0, 0, 8, 13, 0]
    # Their own partner does, and all do once the king has been played.
    assert together.observation(4)["points"].tolist() == list(together.position.points)
    assert apart.observation(3)["points"].tolist() == list(apart.position.points)
    while "DK" in together.hand(4):
        legal = names(together)
        together.apply("DK" if "DK" in legal else legal[0])
    while len(together.trick):
        together.apply(together.legal_actions()[0])
    for seat in range(5):
        assert together.observation(seat)["points"].tolist() == list(together.position.points)
