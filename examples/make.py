"""Writes whist.pbn and tarok.jsonl, the deals that `make demo` solves.

    python examples/make.py FOLDER

Everything follows from the seeds below; nothing is drawn anew. See SOURCE.md.
"""

import json
import random
import sys
from pathlib import Path
from typing import Any

import ultimo
from ultimo.game import Game
from ultimo.pbn import COMPASS, write

WHIST_SEED = 1903
WHIST_BOARDS = 24
TAROK_SEED = 1781
TRICKS_LEFT = 8
STRAINS = ["C", "D", "H", "S", "NT"]
TAROK = [(3, "three"), (3, "two"), (3, "one"), (3, "beggar"), (3, "klop")]
TAROK += [(4, "three"), (4, "two"), (4, "one"), (4, "solo_two"), (4, "solo_without"), (4, "klop")]


def whist() -> str:
    """Boards in the form that bridge programs write, with what real files hold beside the deal."""
    game = ultimo.game("whist")
    parts = ["% PBN 2.1\n% EXPORT\n; Dealt by ultimo; see SOURCE.md.\n"]
    for index in range(WHIST_BOARDS):
        dealer = index % 4
        board = write(game.deal(WHIST_SEED, index=index).hands, board=str(index + 1), dealer=dealer)
        first, *rest = board.splitlines(keepends=True)
        event = "Examples" if index == 0 else "#"
        text = f'[Event "{event}"]\n[Site ""]\n[Date "2026.11.30"]\n{first}{"".join(rest)}'
        text += '[Scoring "IMP"]\n'
        declarer = COMPASS[(dealer + index // 4) % 4]
        text += f'[Declarer "{declarer}"]\n[Contract "{1 + index % 3}{STRAINS[index % 5]}"]\n'
        if index % 6 == 0:
            text += f"{{ {declarer} plays it; the auction\nis not recorded }}\n"
        if index % 6 == 3:
            text += f'[Auction "{COMPASS[dealer]}"]\nPass Pass Pass =1= ; not the real one\n'
            text += '[Note "1:as far as anybody remembers"]\n'
        parts.append(text)
    return "\n".join(parts)


def tarok() -> str:
    """Deals with an exchange where the contract has one, played at random to eight tricks."""
    choose = random.Random(TAROK_SEED)
    lines = []
    for index, (players, bid) in enumerate(TAROK):
        game = ultimo.game("slovenian_tarok", players=players)
        deal = game.deal(TAROK_SEED, index=index)
        contract = game.contract(bid, declarer=index % players, **called(game, bid, deal, index))
        exchange = exchanged(game, contract, deal)
        moves = opening(game.position(deal, contract, exchange=exchange), choose)
        found: dict[str, Any] = {
            "name": f"{players} players, {bid}",
            "game": game.name,
            "options": {"players": players},
            "deal": deal.to_dict(),
            "contract": contract.to_dict(),
        }
        if exchange is not None:
            found["exchange"] = exchange
        lines.append(json.dumps({**found, "play": moves, "goal": "score"}))
    return "\n".join(lines) + "\n"


def opening(begin: ultimo.Position, choose: random.Random) -> list[str]:
    """Random moves until eight tricks are left; a deal that ends before is begun anew."""
    while True:
        position = begin.copy()
        moves: list[str] = []
        while len(position.hands[position.leader]) > TRICKS_LEFT or position.trick:
            if position.is_over:
                break
            moves.append(choose.choice(position.legal()))
            position.play(moves[-1])
        if not position.is_over:
            return moves


def called(game: Game[Any], bid: str, deal: ultimo.Deal, index: int) -> dict[str, Any]:
    """The king that is called, and who has it: the first one that somebody else holds."""
    for suit in game.bids[bid].kings:
        for seat, hand in enumerate(deal.hands):
            if f"{suit}K" in hand and seat != index % game.players:
                return {"king": suit, "partner": seat}
    return {}


def exchanged(
    game: Game[Any], contract: ultimo.Contract, deal: ultimo.Deal
) -> tuple[list[str], list[str]] | None:
    """The first group of the talon is taken; the declarer lays away the cards of least worth."""
    size = game.exchange_sizes(contract)[0]
    if not size:
        return None
    taken = list(deal.talon[:size])
    hand = {game.deck.index(code) for code in (*deal.hands[contract.declarer], *taken)}
    allowed = sorted(game.may_lay(contract, frozenset(hand)), key=lambda c: game.deck.values[c])
    return taken, [game.deck.codes[card] for card in allowed[:size]]


def main() -> None:
    """Writes both files."""
    if len(sys.argv) != 2:
        sys.exit(f"usage: python {sys.argv[0]} FOLDER")
    folder = Path(sys.argv[1])
    (folder / "whist.pbn").write_text(whist(), encoding="ascii")
    (folder / "tarok.jsonl").write_text(tarok(), encoding="ascii")


if __name__ == "__main__":
    main()
