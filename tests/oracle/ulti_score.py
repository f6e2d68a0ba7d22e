"""What a deal of ulti pays."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from tests.oracle.ulti_bids import Bid, Options, scored, values_of


@dataclass(frozen=True)
class Outcome:
    """What scoring asks for.

    Attributes:
        declarer: His seat.
        declarer_cards: 10 for each Ace and Ten in his tricks.
        defenders_cards: 10 for each Ace and Ten in theirs.
        declarer_talon: What the talon counts for him.
        defenders_talon: What it counts for them.
        last_winner: Who won the last trick.
        tricks: Tricks of each seat.
        marriages: Of each seat how many 20s it held, and whether the 40.
        aces: Aces in the declarer's tricks.
        tens: Tens in the declarer's tricks.
        seven: The seat that played the trump Seven to the last trick.
        seven_won: Whether it won that trick.
    """

    declarer: int
    declarer_cards: int = 0
    defenders_cards: int = 0
    declarer_talon: int = 0
    defenders_talon: int = 0
    last_winner: int | None = None
    tricks: tuple[int, ...] = (0, 0, 0)
    marriages: tuple[tuple[int, bool], ...] = ((0, False), (0, False), (0, False))
    aces: int = 0
    tens: int = 0
    seven: int | None = None
    seven_won: bool = False

    @property
    def declarer_last(self) -> bool:
        """Whether the declarer won the last trick."""
        return self.last_winner == self.declarer

    @property
    def defenders_tricks(self) -> int:
        """Tricks of both defenders."""
        return sum(self.tricks) - self.tricks[self.declarer]


def counted_marriages(options: Options, outcome: Outcome, seat: int) -> int:
    """What the marriages of a seat count: 20 each, and 40 for that in trump."""
    twenties, forty = outcome.marriages[seat]
    own = outcome.tricks[seat]
    side = own if seat == outcome.declarer else outcome.defenders_tricks
    # "marriage counts only if the side / that player won a trick".
    if options.marriage_requires_trick == "side" and side == 0:
        return 0
    if options.marriage_requires_trick == "player" and own == 0:
        return 0
    return 20 * twenties + (40 if forty else 0)


def points(options: Options, outcome: Outcome) -> tuple[int, int]:
    """`pts(side)` of the declarer and of the defenders."""
    mine = outcome.declarer_cards + outcome.declarer_talon
    theirs = outcome.defenders_cards + outcome.defenders_talon
    if outcome.declarer_last:
        mine += 10
    else:
        theirs += 10
    for seat in range(3):
        count = counted_marriages(options, outcome, seat)
        if seat == outcome.declarer:
            mine += count
        else:
            theirs += count
    return mine, theirs


def is_won(options: Options, component: str, outcome: Outcome) -> bool:
    """`Won by the declarer iff`."""
    twenties, forty = outcome.marriages[outcome.declarer]
    # "40 + 10 x (his Aces and Tens) + (10 if last trick) >= 100".
    # His are those of the talon too, where the option `talon_points` counts these for him.
    his = outcome.declarer_cards + outcome.declarer_talon
    hundred = his + (10 if outcome.declarer_last else 0)
    all_marriages = counted_marriages(options, outcome, outcome.declarer)
    mine, theirs = points(options, outcome)
    every = options.hundred_counts_all_marriages
    won = {
        "P": mine > theirs or (mine == theirs and outcome.declarer_last),
        "N": outcome.aces == 4,
        "T": outcome.tens == 4,
        "F": forty and (all_marriages if every else 40) + hundred >= 100,
        "H": twenties > 0 and (all_marriages if every else 20) + hundred >= 100,
        "U": outcome.seven == outcome.declarer and outcome.seven_won,
        "B": outcome.tricks[outcome.declarer] == 0,
        "D": outcome.defenders_tricks == 0,
    }
    return won[component]


def level_of(
    options: Options, bid: Bid, component: str, seat: int, kontra: Mapping[str, int]
) -> int:
    """`level(c, d)`: of a component between the declarer and a defender."""
    if not bid.is_trump_game:
        return kontra.get(str(seat), 0)
    return kontra.get("game" if options.kontra_scope == "contract" else component, 0)


def component_pay(options: Options, bid: Bid, component: str, outcome: Outcome, level: int) -> int:
    """What a component is worth to the declarer from one defender."""
    # "kontra *2, rekontra *4, szubkontra *8, hirskontra *16, mordkontra *32".
    factor = (1, 2, 4, 8, 16, 32)[level]
    stake = values_of(options)[component] * bid.hearts_factor * bid.open_factor(component)
    if is_won(options, component, outcome):
        return stake * factor
    if component == "U":
        # "For lost U: -2"; option `lost_ulti_kontra`: 2·factor, or factor + 1.
        lost = 2 * factor if options.lost_ulti_kontra == "multiply" else factor + 1
        return -stake * lost
    return -stake * factor


def silent_side_pay(options: Options, bid: Bid, outcome: Outcome, kontra: Mapping[str, int]) -> int:
    """The silent hundred and the silent durchmars, as each defender settles them."""
    if not bid.is_trump_game:
        return 0
    hundred, _, durchmars = options.silent_values
    pay = 0
    if "F" not in bid.components and "H" not in bid.components:
        mine, theirs = points(options, outcome)
        factor = 1
        if options.kontra_on_silent and "P" in scored(options, bid):
            # "Silent hundred takes the level of P if P is scored."
            factor = 2 ** level_of(options, bid, "P", outcome.declarer, kontra)
        # "A side has pts >= 100 (all marriages count)."
        pay += hundred * bid.hearts_factor * factor * ((mine >= 100) - (theirs >= 100))
    if not any(c in bid.components for c in ("D", "N", "T")):
        every = outcome.defenders_tricks == 0
        none = outcome.tricks[outcome.declarer] == 0
        pay += durchmars * bid.hearts_factor * (every - none)
    return pay


def silent_ulti(options: Options, bid: Bid, outcome: Outcome) -> int:
    """What the silent ulti is worth to the player of the trump Seven; 0 if there is none."""
    if not bid.is_trump_game or "U" in bid.components or outcome.seven is None:
        return 0
    worth = options.silent_values[1] * bid.hearts_factor
    if outcome.seven_won:
        return worth
    # "Lost by it otherwise (even if his own partner beats it)"; option `silent_ulti_can_lose`.
    return -worth if options.silent_ulti_can_lose else 0


def scores(
    options: Options, bid: Bid, outcome: Outcome, kontra: Mapping[str, int] | None = None
) -> list[int | Fraction]:
    """The score of each seat.

    Args:
        options: The options of the game.
        bid: The contract.
        outcome: What happened.
        kontra: The level of each component ("game" for the whole contract), or in a no-trump game
            of each defender's seat, written as a string.
    """
    kontra = kontra or {}
    declarer = outcome.declarer
    defenders = [seat for seat in range(3) if seat != declarer]
    ulti = silent_ulti(options, bid, outcome)
    # What a defender pays the declarer.
    pay: dict[int, int] = {}
    for seat in defenders:
        pay[seat] = silent_side_pay(options, bid, outcome, kontra)
        for component in scored(options, bid):
            level = level_of(options, bid, component, seat, kontra)
            pay[seat] += component_pay(options, bid, component, outcome, level)
        if options.silent_ulti_settlement == "sides":
            pay[seat] += ulti if outcome.seven == declarer else -ulti
    single = options.settlement == "single"
    total: list[int | Fraction] = [0, 0, 0]
    for seat in defenders:
        total[seat] -= pay[seat]
        # "single: declarer + v, each defender - v." With separate kontra in a no-trump game the
        # two amounts may differ, and the rules file is silent: he scores their mean.
        total[declarer] += Fraction(pay[seat], 2) if single else pay[seat]
    if options.silent_ulti_settlement == "individual" and outcome.seven is not None:
        # "The player settles with each of the other two, also with his partner."
        for seat in range(3):
            if seat != outcome.seven:
                total[seat] -= ulti
                total[outcome.seven] += Fraction(ulti, 2) if single else ulti
    return [int(score) if score.denominator == 1 else score for score in total]
