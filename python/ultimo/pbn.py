"""Portable Bridge Notation: four-handed deals of French cards, as bridge programs write them.

Reads what real files hold: tags in any order, comments of both kinds, escape lines, auction and
play sections, several boards a file, ``#`` for "as on the board before", hands from any seat, one
hand left out. Nothing is checked here that only a game can know; see :meth:`ultimo.Game.make_deal`.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from ultimo.checks import need
from ultimo.errors import NotationError

#: Seats in order of play: 0 is north, and west deals where a board does not say otherwise.
COMPASS: Final = "NESW"
#: Most characters that are read at once, so that a hostile input cannot fill the memory.
MAX_CHARS: Final = 64_000_000

_SUITS: Final = "SHDC"  # the order of the suits inside a hand
_RANKS: Final = "AKQJT98765432"
_STRAINS: Final[Mapping[str, str | None]] = {s: s for s in "CDHS"} | {"NT": None, "N": None}
_CONTRACT: Final = re.compile(r"[1-7](NT|N|[CDHS])(X{0,2})", re.IGNORECASE)
_NAME: Final = re.compile(r"[A-Za-z0-9_]+")


@dataclass(frozen=True, slots=True)
class Board:
    """One board of a file.

    Attributes:
        name: The ``Board`` tag, or the board's place in the file, counted from 1.
        hands: The four hands, north first, as card codes in the order they were written.
        dealer: Seat of the dealer; west (3) if the file does not say.
        declarer: Seat of the declarer of the ``Contract`` tag, if any.
        strains: The trump suit of the ``Contract`` tag: ``("S",)``, ``(None,)`` for no trumps,
            ``()`` where no contract is named.
        line: Line of the ``Deal`` tag, counted from 1.
        tags: All tags as written.
    """

    name: str
    hands: tuple[tuple[str, ...], ...]
    dealer: int = 3
    declarer: int | None = None
    strains: tuple[str | None, ...] = ()
    line: int = 0
    tags: Mapping[str, str] = field(default_factory=dict, compare=False)

    @property
    def leader(self) -> int:
        """Seat of the first lead: left of the declarer, or of the dealer without a contract."""
        return ((self.dealer if self.declarer is None else self.declarer) + 1) % len(COMPASS)


def parse(text: str) -> list[Board]:
    """Read all boards of a PBN text.

    Args:
        text: The whole text.

    Raises:
        NotationError: A tag or a deal cannot be read (with its line), or there is no deal at all.
        ArgumentError: It is no text.
    """
    need(text, str, "PBN")
    if len(text) > MAX_CHARS:
        message = f"PBN text of {len(text)} characters; at most {MAX_CHARS} are read"
        raise NotationError(message, code="too_long")
    boards: list[Board] = []
    for tags, line in _games(text):
        boards.append(_board(tags, line, len(boards) + 1))
    if not boards:
        message = "neither JSON nor PBN: no [Deal …] tag in the text"
        raise NotationError(message, code="no_deal")
    return boards


def write(hands: Sequence[Sequence[str]], *, board: str = "1", dealer: int = 3) -> str:
    """Write one deal as a PBN board.

    Args:
        hands: Four hands of card codes, north first.
        board: The ``Board`` tag.
        dealer: Seat of the dealer.
    """
    deal = " ".join(_write_hand(hand) for hand in hands)
    return f'[Board "{board}"]\n[Dealer "{COMPASS[dealer]}"]\n[Deal "N:{deal}"]\n'


def _write_hand(hand: Iterable[str]) -> str:
    held = set(hand)
    return ".".join("".join(r for r in _RANKS if s + r in held) for s in _SUITS)


def _games(text: str) -> Iterator[tuple[dict[str, str], int]]:
    """Group the tags of each board, with the line of its deal."""
    tags: dict[str, str] = {}
    before: dict[str, str] = {}
    deal_line = 0
    for name, value, line, after_blank in _tags(text):
        if "Deal" in tags and (after_blank or name in tags):
            yield tags, deal_line
            before, tags = tags, {}
        if value.startswith("#"):  # PBN 3.3: as in the game before; "##": and in those that follow
            value = before.get(name, "")  # noqa: PLW2901 - the value stands for another one
        tags[name] = value
        if name == "Deal":
            deal_line = line
    if "Deal" in tags:
        yield tags, deal_line


def _tags(text: str) -> Iterator[tuple[str, str, int, bool]]:
    """Yield name, value, line and "an empty line came before" of every tag."""
    in_comment = False
    blank = False
    for number, raw in enumerate(text.removeprefix("\ufeff").splitlines(), start=1):
        if raw.startswith("%") and not in_comment:
            continue
        line, in_comment = _uncommented(raw, in_comment=in_comment)
        stripped = line.strip()
        if not stripped:
            blank = blank or (not raw.strip() and not in_comment)
            continue
        rest = stripped
        while rest.startswith("["):
            name, value, rest = _tag(rest, number)
            yield name, value, number, blank
            blank = False
            rest = rest.lstrip()


def _uncommented(line: str, *, in_comment: bool) -> tuple[str, bool]:
    """Take the comments out of a line; strings are left alone."""
    kept: list[str] = []
    in_string = False
    skip = False
    for char in line:
        if in_comment:
            in_comment = char != "}"
        elif in_string:
            kept.append(char)
            in_string = skip or char != '"'
            skip = char == "\\" and not skip
        elif char == ";":
            break
        elif char == "{":
            in_comment = True
        else:
            kept.append(char)
            in_string = char == '"'
    return "".join(kept), in_comment


def _tag(text: str, line: int) -> tuple[str, str, str]:
    """Split ``[Name "value"] rest``."""
    inner = text[1:].lstrip()
    name = _NAME.match(inner)
    rest = inner[name.end() :].lstrip() if name else ""
    if name is None or not rest.startswith('"'):
        message = f'line {line}: a tag looks like [Name "value"], not {_short(text)}'
        raise NotationError(message, code="bad_tag")
    value: list[str] = []
    position = 1
    while position < len(rest) and rest[position] != '"':
        if rest[position] == "\\" and position + 1 < len(rest):
            position += 1
        value.append(rest[position])
        position += 1
    closed = rest[position + 1 :].lstrip()
    if position >= len(rest) or not closed.startswith("]"):
        message = f'line {line}: the tag {name.group()} is not closed with "]: {_short(text)}'
        raise NotationError(message, code="bad_tag")
    return name.group(), "".join(value), closed[1:]


def _board(tags: Mapping[str, str], line: int, place: int) -> Board:
    name = tags.get("Board") or str(place)
    where = f"line {line}, board {name}"
    dealer = _seat(tags.get("Dealer", ""), where, "Dealer")
    contract = _CONTRACT.fullmatch(tags.get("Contract", "").strip())
    declarer = _seat(tags.get("Declarer", "").lstrip("^"), where, "Declarer")
    return Board(
        name=name,
        hands=_hands(tags["Deal"], where),
        dealer=3 if dealer is None else dealer,
        declarer=declarer if contract else None,
        strains=(_STRAINS[contract.group(1).upper()],) if contract else (),
        line=line,
        tags=dict(tags),
    )


def _seat(text: str, where: str, tag: str) -> int | None:
    value = text.strip().upper()
    if value in {"", "?", "-"}:
        return None
    if len(value) != 1 or value not in COMPASS:
        message = f"{where}: {tag} is one of N E S W, not {_short(text)}"
        raise NotationError(message, code="bad_seat")
    return COMPASS.index(value)


def _hands(deal: str, where: str) -> tuple[tuple[str, ...], ...]:
    """Read ``"N:hand hand hand hand"``; one hand may be ``-`` if the others hold 13 cards each."""
    first, colon, rest = deal.strip().partition(":")
    seat = _seat(first, where, "the first letter of Deal") if colon else None
    written = rest.split()
    if seat is None or len(written) != len(COMPASS):
        message = (
            f'{where}: a deal is a seat and four hands, "N:AK.QJT.98.765432 … … …",'
            f" not {_short(deal)}"
        )
        raise NotationError(message, code="bad_deal")
    hands: list[tuple[str, ...] | None] = [None] * len(COMPASS)
    for offset, text in enumerate(written):
        place = (seat + offset) % len(COMPASS)
        hands[place] = None if text == "-" else _hand(text, COMPASS[place], where)
    return _filled(hands, where)


def _hand(text: str, who: str, where: str) -> tuple[str, ...]:
    suits = text.upper().replace("10", "T").split(".")
    if len(suits) != len(_SUITS):
        message = f"{where}: the hand of {who} has four suits S.H.D.C, not {_short(text)}"
        raise NotationError(message, code="bad_hand")
    cards: list[str] = []
    for suit, ranks in zip(_SUITS, suits, strict=True):
        for rank in ranks.replace("-", ""):
            if rank not in _RANKS:
                message = f"{where}: {rank!r} in the hand of {who} is no rank of {_RANKS}"
                raise NotationError(message, code="bad_card")
            cards.append(suit + rank)
    return tuple(cards)


def _filled(hands: Sequence[tuple[str, ...] | None], where: str) -> tuple[tuple[str, ...], ...]:
    """Give the hand that was left out the cards that the others do not hold."""
    known = [card for hand in hands if hand is not None for card in hand]
    missing = sum(hand is None for hand in hands)
    rest = tuple(s + r for s in _SUITS for r in _RANKS if s + r not in set(known))
    full = len(_RANKS)
    if missing and (missing > 1 or len(known) != 3 * full or len(rest) != full):
        message = f"{where}: {missing} hands are not given; at most one of four whole hands can be"
        raise NotationError(message, code="hidden_hand")
    return tuple(rest if hand is None else hand for hand in hands)


def _short(text: str, most: int = 60) -> str:
    return repr(text if len(text) <= most else text[: most - 1] + "…")
