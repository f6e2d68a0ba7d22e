"""What a deal of Slovenian tarok pays."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tests.oracle.tarok_auction import DECLARER
from tests.oracle.tarok_options import TALON_TAKEN, VALAT_BIDS, Options, contract_values

# "| Bonus | Silent (Sil) | Announced (A) |"
SILENT = {"trula": 10, "kings": 10, "pagat_ultimo": 25, "trulapagat": 50, "valat": 250}
ANNOUNCED = {"trula": 20, "kings": 20, "pagat_ultimo": 50, "trulapagat": 70, "valat": 500}
# "Levels: 0 x1, kontra x2, re x4, sub x8"; mort x16.
FACTORS = (1, 2, 4, 8, 16)


@dataclass(frozen=True)
class Outcome:
    """What scoring asks for. Items are +1 if the declarer's side did it, -1 if the opponents did.

    Attributes:
        points: P, the official count of the declarer's side.
        tricks: Tricks of the declarer.
        pagat_failed: -1 if the declarer's side played the Pagat to the last trick and lost it, +1
            if the opponents did.
    """

    points: int
    tricks: int = 0
    trula: int = 0
    kings: int = 0
    pagat_ultimo: int = 0
    pagat_failed: int = 0
    king_ultimo: int = 0
    valat: int = 0


def difference(points: int, to: int) -> int:
    """`P - 35`, rounded to the nearest multiple of `to` (option `round_difference_to`)."""
    exact = points - 35
    # With multiples of 5 no difference lies in the middle.
    return min(range(-35 * to, 35 * to + 1, to), key=lambda multiple: abs(multiple - exact))


def base(options: Options, contract: str, points: int) -> int:
    """`(+value if P >= 36 else -value) + (P - 35)`."""
    value = contract_values(options)[contract]
    return (value if points >= 36 else -value) + difference(points, options.round_difference_to)


def signed(outcome: Outcome, item: str) -> int:
    """Who achieved an item: +1 the declarer's side, -1 the opponents, 0 nobody."""
    done = {
        "trula": outcome.trula,
        "kings": outcome.kings,
        "pagat_ultimo": outcome.pagat_ultimo,
        "king_ultimo": outcome.king_ultimo,
        "valat": outcome.valat,
    }
    if item == "trulapagat":
        # "Trulapagat: trula and pagat ultimo together."
        return outcome.trula if outcome.trula == outcome.pagat_ultimo else 0
    return done[item]


def announced_bonus(side: str, achieved: int, worth: int) -> int:
    """`+A if the declarer side achieved it, else -A`; for the defenders' items the reverse."""
    if side == DECLARER:
        return worth if achieved == 1 else -worth
    return -worth if achieved == -1 else worth


def bonuses(
    options: Options, outcome: Outcome, announced: Mapping[str, str]
) -> list[tuple[str, int]]:
    """The items that count and what each is worth to the declarer's side before kontra."""
    found: list[tuple[str, int]] = []
    for item, side in announced.items():
        worth = 2 * options.king_ultimo if item == "king_ultimo" else ANNOUNCED[item]
        found.append((item, announced_bonus(side, signed(outcome, item), worth)))

    trula_silent = "trula" not in announced and "trulapagat" not in announced
    pagat_silent = "pagat_ultimo" not in announced and "trulapagat" not in announced
    if trula_silent and pagat_silent and signed(outcome, "trulapagat") != 0:
        # "If neither trula nor pagat ultimo was announced and the same side achieves both, that
        # side gets 50 instead of 10 + 25."
        found.append(("trulapagat", SILENT["trulapagat"] * signed(outcome, "trulapagat")))
    else:
        if trula_silent:
            found.append(("trula", SILENT["trula"] * outcome.trula))
        if pagat_silent:
            found.append(("pagat_ultimo", SILENT["pagat_ultimo"] * outcome.pagat_ultimo))
    if pagat_silent:
        # silent_pagat_failed: "side that plays the Pagat to the last trick and loses it pays 25".
        found.append(("pagat_failed", options.silent_pagat_failed * outcome.pagat_failed))
    if "kings" not in announced:
        found.append(("kings", SILENT["kings"] * outcome.kings))
    if "king_ultimo" not in announced:
        found.append(("king_ultimo", options.king_ultimo * outcome.king_ultimo))
    return found


def value_with_difference(
    options: Options,
    contract: str,
    outcome: Outcome,
    announced: Mapping[str, str],
    kontra: Mapping[str, int],
) -> int:
    """V of the contracts three ... solo one (and solo without, where an option says so)."""
    factor = {item: FACTORS[level] for item, level in kontra.items()}
    game = factor.get("game", 1)
    if "valat" in announced:
        # "If valat was announced, V = ±500·m, with m = max(m_game, m_valat)."
        worth = announced_bonus(announced["valat"], outcome.valat, ANNOUNCED["valat"])
        return worth * max(game, factor.get("valat", 1))
    if outcome.valat != 0:
        # "If a side makes a silent valat, V = ±250·m_game."
        return SILENT["valat"] * outcome.valat * game
    total = game * base(options, contract, outcome.points)
    for item, worth in bonuses(options, outcome, announced):
        own = factor.get(item, 1) if item in announced else 1
        # "m_i = max(m_game, multiplier of the item's own kontra)"; contract_only: "m_game applies
        # to base only".
        total += worth * (own if options.kontra_game_scope == "contract_only" else max(game, own))
    return total


def succeeded(contract: str, outcome: Outcome) -> bool:
    """Whether the declarer's task in a contract of fixed value is done."""
    if contract == "solo_without":
        return outcome.points >= 36
    if contract == "piccolo":
        return outcome.tricks == 1
    if contract in VALAT_BIDS:
        return outcome.valat == 1
    assert contract in ("beggar", "open_beggar")
    return outcome.tricks == 0


def value(
    options: Options,
    contract: str,
    outcome: Outcome,
    *,
    announced: Mapping[str, str] | None = None,
    kontra: Mapping[str, int] | None = None,
) -> int:
    """V, what each member of the declarer's side scores.

    Args:
        options: The options of the game.
        contract: Any but klop.
        outcome: What happened.
        announced: The announced items, with the side that announced each.
        kontra: The level of each object: 0 none, 1 kontra, 2 re, 3 sub, 4 mort.
    """
    announced, kontra = announced or {}, kontra or {}
    with_difference = (
        contract == "solo_without" and options.solo_without_scoring == "with_difference"
    )
    if contract in TALON_TAKEN or with_difference:
        return value_with_difference(options, contract, outcome, announced, kontra)
    # "Fixed value, no difference and no bonuses: declarer +value·m_game if he succeeded, else
    # -value·m_game."
    fixed = contract_values(options)[contract] * FACTORS[kontra.get("game", 0)]
    return fixed if succeeded(contract, outcome) else -fixed


def klop(options: Options, points: Sequence[int], tricks: Sequence[int]) -> list[int]:
    """The scores of klop, from each player's own count and tricks."""
    if options.klop_scoring == "pagat70":
        # "If any player has more than 35 points or no trick, those score -70 / +70 and the others
        # 0; else -points."
        scores = [
            70 if won == 0 else -70 if count > 35 else 0
            for count, won in zip(points, tricks, strict=True)
        ]
        if any(scores):
            return scores
        return [-count for count in points]
    # "Each player scores -count54(own tricks); a player without a trick scores +10."
    return [10 if won == 0 else -count for count, won in zip(points, tricks, strict=True)]


def two_players(options: Options, bidder: int | None, points: Sequence[int]) -> list[int]:
    """The scores of the two-player game, from each player's own count."""
    if bidder is None:
        # "Each player: own P - 35."
        return [count - 35 for count in points]
    count = points[bidder]
    # "P >= 36: +2·(P - 35). P <= 35: 3·(P - 35)."
    score = 2 * (count - 35) if count >= 36 else 3 * (count - 35)
    scores = [-score, -score]
    scores[bidder] = score
    if options.two_player_settlement == "bidder_only":
        scores[1 - bidder] = 0
    return scores
