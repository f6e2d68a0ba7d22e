"""The play of snapszer as the core is told it: rules/snapszer.md, "Play"."""

from typing import Literal

from ultimo import plan
from ultimo.contracts import Contract
from ultimo.deck import GERMAN, Deck
from ultimo.games.snapszer.cards import pair
from ultimo.games.snapszer.kinds import FORTY, TARGET, TWENTY, Aim, Kind, opponents_of, own_side
from ultimo.games.snapszer.options import SnapszerOptions

__all__ = ["FEW", "rules_spec", "seat_set", "snapszer_ends_at_once"]

FEW = 33
"""A loser with fewer points than these pays more."""
CLOSE_WITH = 4
"""The stock may be closed with so many cards in it."""


def seat_set(seats: tuple[int, ...]) -> int:
    """Returns a set of seats as the core has it."""
    return sum(1 << seat for seat in seats)


def rules_spec(
    options: SnapszerOptions, kind: Kind, contract: Contract, cards: Deck
) -> plan.RulesSpec:
    """Returns the rules of the play under a contract."""
    players = options.players
    own = own_side(contract)
    everybody = tuple(range(players))
    go_out = None
    if kind.aim is Aim.GO_OUT and options.s3l_go_out == "player_choice":
        go_out = plan.GoOut(seat=contract.declarer, units=kind.target)
    return plan.RulesSpec(
        seats=players,
        deck_size=cards.size,
        lanes=tuple(cards.suit(suit) for suit in GERMAN),
        trump=None if contract.trump is None else GERMAN.index(contract.trump),
        values=cards.values,
        sides=tuple(int(seat not in own) for seat in everybody)
        if kind.aim is not Aim.FEW_POINTS
        else everybody,
        duty=_endgame(options) if options.kind_of_game.stock else strict(options),
        drawing=_drawing(options, contract, cards) if options.kind_of_game.stock else None,
        marriages=_marriages(options, kind, contract, cards),
        go_out=go_out,
        ends=_ends(options, kind, contract, cards),
    )


def strict(options: SnapszerOptions) -> plan.Duty:
    """Returns the duty to follow suit and to beat; who is void must trump, and beat a trump."""
    void: Literal["overtrump", "overtrump_or_free"] = "overtrump_or_free"
    if options.void_trump == "must_trump":
        void = "overtrump"
    return plan.Duty(beat="always", void=void)


def _endgame(options: SnapszerOptions) -> plan.Duty:
    """The duty of two players when the stock is gone."""
    if options.s2_endgame == "strict":
        return strict(options)
    return plan.Duty(void="trump" if options.s2_endgame == "follow_then_trump" else "free")


def _drawing(options: SnapszerOptions, contract: Contract, cards: Deck) -> plan.Drawing:
    """Two players draw; the trump under may be exchanged for the card that lies face up."""
    exchange = close = None
    if contract.trump is not None:
        exchange = plan.Exchange(
            card=cards.index_by_code[f"{contract.trump}U"],
            needs_trick=options.s2_exchange_needs_trick,
            min_stock=1 if options.s2_exchange_last_two else 3,
        )
    if options.s2_closing == "on":
        close = plan.Close(min_stock=CLOSE_WITH, duty=strict(options), few_below=FEW)
    return plan.Drawing(
        draw="each_winner_first",
        duty=plan.Duty(follow=False),
        exchange=exchange,
        close=close,
    )


def _marriages(
    options: SnapszerOptions, kind: Kind, contract: Contract, cards: Deck
) -> plan.MarriageRule | None:
    """King and over; in mizer none, and with a bid of thirty-three not those in trump."""
    if kind.aim is Aim.FEW_POINTS:
        return None
    suits = [suit for suit in GERMAN if kind.counts_forty or suit != contract.trump]
    return plan.MarriageRule(
        pairs=tuple(
            plan.Marriage(
                cards=pair(cards, suit), units=FORTY if suit == contract.trump else TWENTY
            )
            for suit in suits
        ),
        following=options.marriage_when == "any_play" and not options.kind_of_game.stock,
        by_side=options.marriage_valid_by == "side",
    )


def snapszer_ends_at_once(options: SnapszerOptions) -> bool:
    """Whether the opponents' first trick ends a snapszer with a partner."""
    return options.s4_snapszer_fail != "play_on_normal"


def _ends(
    options: SnapszerOptions, kind: Kind, contract: Contract, cards: Deck
) -> tuple[plan.EndRule, ...]:
    """What ends the deal early: rules/snapszer.md, "Reaching 66"."""
    own = seat_set(own_side(contract))
    others = seat_set(opponents_of(contract, options.players))
    called = None
    if options.s4_end_needs_called_card and contract.called is not None:
        called = cards.index_by_code[contract.called]
    reached = plan.PointsEnd(seats=own, at_least=TARGET, after_card=called)
    lost = plan.PointsEnd(seats=others, at_least=TARGET, after_card=called)
    no_trick = plan.TricksEnd(seats=others, at_least=1)
    match kind.aim:
        case Aim.POINTS:
            return (reached, lost)
        case Aim.POINTS_WITHOUT_TRICK:
            return (reached, no_trick if snapszer_ends_at_once(options) else lost)
        case Aim.GO_OUT if options.s3l_go_out == "automatic":
            won = plan.PointsEnd(
                seats=own,
                at_least=kind.target,
                not_behind=kind.not_behind,
                on_lead=contract.declarer,
            )
            return (won,)
        case Aim.EVERY_TRICK if options.s3l_snapszer_fail == "lost_at_once":
            return (no_trick,)
    return ()
