"""The options and contracts of Slovenian tarok (rules/slovenian_tarok.md)."""

from dataclasses import dataclass, replace

NEGATIVE = frozenset({"klop", "piccolo", "beggar", "open_beggar"})
# "King call (4 players; three, two, one only)."
KING_CONTRACTS = frozenset({"three", "two", "one"})
# "Talon cards taken."
TALON_TAKEN = {"three": 3, "two": 2, "one": 1, "solo_three": 3, "solo_two": 2, "solo_one": 1}
# The rules file gives these two bids no ids; theirs follow `solo_without`.
VALAT_BIDS = frozenset({"colour_valat_without", "valat_without"})
# Contracts that are played for card points: all but the negative ones and the valat bids.
POINT_CONTRACTS = frozenset({*TALON_TAKEN, "solo_without"})

# "Contracts, in bidding order from low to high", with their values; klop stands below them.
SITE_CONTRACTS = (
    ("three", 10),
    ("solo_three", 20),
    ("two", 20),
    ("solo_two", 30),
    ("one", 30),
    ("solo_one", 40),
    ("solo_without", 50),
    ("piccolo", 60),
    ("beggar", 70),
    ("open_beggar", 80),
)
# "pagat: ... in that bidding order; no piccolo."
PAGAT_CONTRACTS = (
    ("three", 10),
    ("two", 20),
    ("one", 30),
    ("solo_three", 40),
    ("solo_two", 50),
    ("solo_one", 60),
    ("beggar", 70),
    ("solo_without", 80),
    ("open_beggar", 90),
)
# "true: colour valat without 125, valat without 500 as top bids."
VALAT_CONTRACTS = (("colour_valat_without", 125), ("valat_without", 500))


@dataclass(frozen=True)
class Options:
    """The options, with the names, defaults and values of the rules file."""

    players: int = 4
    settlement: str = "both_sides"
    contract_values: str = "site"
    piccolo: bool = True
    valat_bids: bool = False
    three_open_to_all: bool = False
    final_raise: bool = True
    redeal_without_tarokk: bool = True
    discard_tarokks: str = "only_if_forced"
    klop_talon_gift: bool = False
    klop_scoring: str = "site"
    klop_forced: bool = False
    overtake_contracts: frozenset[str] = NEGATIVE
    pagat_last: bool = True
    emperor_trick: bool = False
    captured_mond_penalty: int = 0
    king_ultimo: int = 0
    silent_pagat_failed: int = 0
    round_difference_to: int = 1
    solo_without_scoring: str = "flat"
    defenders_may_announce: bool = False
    kontra_game_scope: str = "all"
    kontra_max: str = "sub"
    radli: bool = False
    two_player_settlement: str = "mirror"
    two_player_pile_refill: str = "take_tarokk_and_king"
    deals: int | None = None  # None: 4 x players


def preset(name: str, players: int) -> Options:
    """The options of a preset: `site`, `openspiel` or `pagat`."""
    site = Options(players=players)
    if name == "site":
        return site
    if name == "openspiel":
        return replace(
            site,
            contract_values="pagat",
            piccolo=False,
            valat_bids=True,
            settlement="declarer_side_only",
            klop_talon_gift=True,
            klop_scoring="pagat70",
            emperor_trick=True,
            captured_mond_penalty=20,
            king_ultimo=10,
            silent_pagat_failed=25,
        )
    if name == "pagat":
        return replace(
            site,
            contract_values="pagat",
            piccolo=False,
            settlement="declarer_side_only",
            klop_talon_gift=True,
            klop_scoring="pagat70",
            emperor_trick=True,
            captured_mond_penalty=21,
            king_ultimo=10,
            round_difference_to=5,
            valat_bids=True,
            radli=True,
        )
    raise ValueError(name)


def contract_values(options: Options) -> dict[str, int]:
    """The contracts there are and their values, in bidding order, without klop."""
    pagat = options.contract_values == "pagat"
    listed = [*(PAGAT_CONTRACTS if pagat else SITE_CONTRACTS)]
    if options.valat_bids:
        listed += VALAT_CONTRACTS
    if not options.piccolo:
        listed = [entry for entry in listed if entry[0] != "piccolo"]
    if options.players == 3:
        # "In the 3-player game the three solo three/two/one contracts do not exist."
        solo = ("solo_three", "solo_two", "solo_one")
        listed = [entry for entry in listed if entry[0] not in solo]
    return dict(listed)


def kontra_top(options: Options) -> int:
    """The highest level of kontra: "kontra x2, re x4, sub x8", and with `mort` x16."""
    return 4 if options.kontra_max == "mort" else 3
