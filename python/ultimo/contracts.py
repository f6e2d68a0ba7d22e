"""Contracts: what the auction ended with, and the check that a game knows such a one.

What a contract may hold is declared by its `Bid`, so that there is one check for all games; what
the declaration cannot say, a game adds in `Game.contract_faults`.
"""

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Any, Generic, TypeVar, cast

from ultimo.checks import brief, items_of, plain_integer, some_of
from ultimo.errors import ArgumentError, ContractError, did_you_mean

__all__ = ["Bid", "Contract", "FrozenMap", "generic_faults"]

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class FrozenMap(Mapping[K, V], Generic[K, V]):
    """A mapping that never changes and can be hashed; it compares and prints as a dict does."""

    __slots__ = ("_items",)

    def __init__(self, items: Mapping[K, V] | Iterable[tuple[K, V]] = ()) -> None:
        self._items: dict[K, V] = dict(items)

    def __getitem__(self, key: K) -> V:
        return self._items[key]

    def __iter__(self) -> Iterator[K]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __hash__(self) -> int:
        return hash(frozenset(self._items.items()))

    def __eq__(self, other: object) -> bool:
        return dict(self) == dict(other) if isinstance(other, Mapping) else NotImplemented

    def __repr__(self) -> str:
        return repr(self._items)

    def __reduce__(self) -> tuple[object, ...]:
        return FrozenMap, (self._items,)


MAX_NAMES = 100

NOTHING: FrozenMap[Any, Any] = FrozenMap()


@dataclass(frozen=True, slots=True, kw_only=True)
class Bid:
    """What the rules say of one bid: its value, and what a contract with it may hold.

    Attributes:
        id: Its name, that of the rules file.
        value: What it is worth; `None` where its score has no such number.
        has_declarer: Somebody plays for it. Otherwise `declarer` is the seat whose value is asked.
        trumps: The suits that may be named as trump; `None` among them stands for no trump.
        names_trump: `trump` must be given even if it is `None`; otherwise it is the only one of
            `trumps`, or `None` as long as it is open, or what `Game.completed` finds.
        partner: A partner may be named.
        kings: Suits whose king may be called.
        calls: Cards that may be called, by code.
        announcements: What may be announced.
        objects: What may be doubled: names, or numbers of defenders' seats.
        top: The highest level of kontra.
        handfuls: The handfuls that may be announced.
        extra: Names of what else the contract may hold.
        meaning: What it undertakes, in a few words, where its id does not say.
    """

    id: str
    value: int | None
    has_declarer: bool = True
    trumps: tuple[str | None, ...] = (None,)
    names_trump: bool = False
    partner: bool = False
    kings: tuple[str, ...] = ()
    calls: tuple[str, ...] = ()
    announcements: tuple[str, ...] = ()
    objects: tuple[str | int, ...] = ()
    top: int = 0
    handfuls: tuple[str, ...] = ()
    extra: tuple[str, ...] = ()
    meaning: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Contract:
    """What the auction ended with.

    Contracts are made by `Game.contract`, which checks them.

    Attributes:
        bid: The bid that stands, an id of the rules file.
        declarer: The seat that plays for it; in games without a declarer the seat whose value is
            asked for.
        trump: The letter of the trump suit; `None` if there is none.
        partner: The seat that wins with the declarer, as it is in truth, shown or not.
        king: The suit of the king that was called.
        called: The code of the card that was called.
        announced: What was announced.
        kontra: What is doubled, and its level: 1 kontra, 2 rekontra, and so on; no zeros.
        handfuls: The handful that each seat announced.
        extra: What else a game's rules add.
    """

    bid: str
    declarer: int
    trump: str | None = None
    partner: int | None = None
    king: str | None = None
    called: str | None = None
    announced: frozenset[str] = frozenset()
    kontra: Mapping[str | int, int] = NOTHING
    handfuls: Mapping[int, str] = NOTHING
    extra: Mapping[str, Any] = NOTHING

    def __post_init__(self) -> None:
        object.__setattr__(self, "announced", frozenset(self.announced))
        for name in ("kontra", "handfuls", "extra"):
            object.__setattr__(self, name, FrozenMap(getattr(self, name)))

    def __repr__(self) -> str:
        held = (f"{f.name}={getattr(self, f.name)!r}" for f in fields(self) if self._says(f.name))
        return f"Contract({', '.join(held)})"

    def level(self, doubled: str | int) -> int:
        """Returns the level of kontra on something: 0 for none."""
        return self.kontra.get(doubled, 0)

    def to_dict(self) -> dict[str, object]:
        """Returns the contract as JSON has it; what is empty is left out, but never the trump."""
        found: dict[str, object] = {}
        for f in fields(self):
            value = getattr(self, f.name)
            if f.name == "announced" and value:
                found[f.name] = sorted(value)
            elif isinstance(value, Mapping) and value:
                found[f.name] = {str(key): item for key, item in value.items()}
            elif self._says(f.name) or f.name == "trump":
                found[f.name] = value
        return found

    def _says(self, name: str) -> bool:
        value = getattr(self, name)
        return name in {"bid", "declarer"} or not (value is None or value in (frozenset(), NOTHING))


def mapping_of(value: object, what: str) -> list[tuple[Any, Any]]:
    """Returns the items of a mapping, none for `None`.

    Raises:
        ContractError: It is no mapping.
    """
    if value is None:
        return []
    if not isinstance(value, Mapping):
        message = f"{what} is a mapping, not {type(value).__name__}"
        raise ContractError(message, code="bad_type")
    return list(value.items())


def names_of(value: object, what: str) -> frozenset[str]:
    """Returns names given as a collection; a text is one name, not its letters.

    Raises:
        ContractError: It is no collection of names.
    """
    if isinstance(value, str):
        return frozenset([value])
    try:
        return frozenset(items_of(value, what, most=MAX_NAMES))
    except ArgumentError as fault:
        raise ContractError(str(fault), code=fault.code) from None


def levels_of(kontra: object, bid: Bid) -> dict[Any, Any]:
    """Returns levels of kontra by what is doubled, without the zeros of what may be doubled.

    Raises:
        ContractError: It is no mapping.
    """
    levels = {plain_integer(k): plain_integer(v) for k, v in mapping_of(kontra, "kontra")}
    return {k: v for k, v in levels.items() if k not in bid.objects or type(v) is not int or v}


def generic_faults(contract: Contract, bid: Bid, players: int) -> list[str]:
    """Returns what is wrong with a contract by the declaration of its bid, a sentence each."""
    faults = [
        *_seat_faults(contract, bid, players),
        *_not_among("trump", contract.trump, (*bid.trumps, None), bid),
        *_not_among("king", contract.king, (*bid.kings, None), bid),
        *_not_among("called", contract.called, (*bid.calls, None), bid),
        *_kontra_faults(contract, bid),
    ]
    if contract.trump is None and None not in bid.trumps:
        listed = ", ".join(map(repr, bid.trumps))
        how = ": say called= or trump=" if bid.calls else ""
        faults.append(f"trump=None: {bid.id} is played with a trump, one of {listed}{how}")
    for name in sorted(map(str, contract.announced - set(bid.announcements))):
        faults += _not_among("announced", name, bid.announcements, bid)
    for handful in contract.handfuls.values():
        faults += _not_among("handfuls", handful, bid.handfuls, bid)
    for name in contract.extra:
        faults += _not_among("extra", name, bid.extra, bid)
    return faults


def _seat_faults(contract: Contract, bid: Bid, players: int) -> list[str]:
    named: list[tuple[str, object]] = [
        ("declarer", contract.declarer),
        *(("handfuls", seat) for seat in contract.handfuls),
    ]
    if contract.partner is not None:
        named.append(("partner", contract.partner))
    faults = [
        f"{name}={brief(seat)}: seats are 0 to {players - 1}"
        for name, seat in named
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < players
    ]
    if contract.partner is not None and not bid.partner:
        faults.append(f"partner={brief(contract.partner)}: the declarer of {bid.id} has none")
    elif contract.partner == contract.declarer:
        faults.append(f"partner={brief(contract.partner)}: nobody is his own partner")
    return faults


def _kontra_faults(contract: Contract, bid: Bid) -> list[str]:
    faults = []
    levels: Mapping[Any, object] = contract.kontra
    for doubled, level in levels.items():
        if unknown := _not_among("kontra", doubled, bid.objects, bid):
            faults += unknown
        elif isinstance(level, bool) or not isinstance(level, int) or not 1 <= level <= bid.top:
            faults.append(f"kontra={{{doubled!r}: {brief(level)}}}: levels are 1 to {bid.top}")
    return faults


def known_bid(bid: object, bids: Mapping[str, Bid], game: str) -> Bid:
    """Returns a bid by its id.

    Raises:
        ContractError: The game has no such bid.
    """
    if isinstance(bid, str) and bid in bids:
        return bids[bid]
    hint = did_you_mean(str(bid), bids)
    message = f"{game} has no bid {brief(bid)}; it has {some_of(bids)}{hint}"
    raise ContractError(message, code="unknown_bid")


def read_contract_fields(value: object) -> dict[str, Any]:
    """Returns the arguments of `Game.contract` from what `Contract.to_dict` returned.

    Raises:
        ContractError: Something is unknown or of the wrong type.
    """
    if not isinstance(value, Mapping) or not all(isinstance(key, str) for key in value):
        raise ContractError("a contract is an object with a bid", code="not_an_object")
    found = dict(cast("Mapping[str, Any]", value))
    for name in ("kontra", "handfuls", "extra"):
        part = found.get(name, {})
        if not isinstance(part, Mapping):
            raise ContractError(f"{name} is an object, not {brief(part)}", code="bad_fields")
        if name != "extra":
            found[name] = {
                int(k) if k.isascii() and k.isdigit() and len(k) < 4 else k: v
                for k, v in part.items()
                if isinstance(k, str)
            }
    return found


def _not_among(name: str, value: object, allowed: tuple[object, ...], bid: Bid) -> list[str]:
    if value in allowed:
        return []
    known = [item for item in allowed if item is not None]
    listed = f"one of {', '.join(map(repr, known))}" if known else "nothing"
    hint = did_you_mean(str(value), [item for item in known if isinstance(item, str)])
    return [f"{name}={brief(value)}: {bid.id} takes {listed}{hint}"]
