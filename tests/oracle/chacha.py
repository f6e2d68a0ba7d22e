"""The random streams of deals and playouts: ChaCha8, and what is drawn from it.

The key is the seed, 64 bits, as eight little-endian bytes and 24 zero bytes. The stream number is
the index of the deal. Dealing begins at block 0, the playout of that deal at block 2**32.
"""

from tests.oracle.walk import Game

MASK = 0xFFFFFFFF
PLAYOUT_BLOCK = 2**32


def _rotate(word: int, by: int) -> int:
    return ((word << by) | (word >> (32 - by))) & MASK


def _quarter_round(x: list[int], a: int, b: int, c: int, d: int) -> None:
    """The quarter round of ChaCha, as its author writes it."""
    x[a] = (x[a] + x[b]) & MASK
    x[d] = _rotate(x[d] ^ x[a], 16)
    x[c] = (x[c] + x[d]) & MASK
    x[b] = _rotate(x[b] ^ x[c], 12)
    x[a] = (x[a] + x[b]) & MASK
    x[d] = _rotate(x[d] ^ x[a], 8)
    x[c] = (x[c] + x[d]) & MASK
    x[b] = _rotate(x[b] ^ x[c], 7)


def block(key: bytes, counter: int, stream: int) -> list[int]:
    """One block of ChaCha8.

    Args:
        key: 32 bytes.
        counter: The number of the block, 64 bits, in words 12 and 13, low word first.
        stream: The nonce, 64 bits, in words 14 and 15, low word first.

    Returns:
        Sixteen words of 32 bits.
    """
    constants = b"expand 32-byte k"
    start = [int.from_bytes(constants[i : i + 4], "little") for i in range(0, 16, 4)]
    start += [int.from_bytes(key[i : i + 4], "little") for i in range(0, 32, 4)]
    start += [counter & MASK, counter >> 32, stream & MASK, stream >> 32]
    x = list(start)
    for _ in range(4):  # eight rounds: four of columns, four of diagonals
        _quarter_round(x, 0, 4, 8, 12)
        _quarter_round(x, 1, 5, 9, 13)
        _quarter_round(x, 2, 6, 10, 14)
        _quarter_round(x, 3, 7, 11, 15)
        _quarter_round(x, 0, 5, 10, 15)
        _quarter_round(x, 1, 6, 11, 12)
        _quarter_round(x, 2, 7, 8, 13)
        _quarter_round(x, 3, 4, 9, 14)
    return [(a + b) & MASK for a, b in zip(x, start, strict=True)]


class Stream:
    """The words of one deal's stream, in order.

    Args:
        seed: Unsigned, 64 bits.
        index: The index of the deal, unsigned, 64 bits.
        counter: The first block.
    """

    def __init__(self, seed: int, index: int, counter: int = 0) -> None:
        self._key = seed.to_bytes(8, "little") + bytes(24)
        self._index = index
        self._counter = counter
        self._words: list[int] = []

    def word(self) -> int:
        """The next word of 32 bits."""
        if not self._words:
            self._words = block(self._key, self._counter, self._index)
            self._counter += 1
        return self._words.pop(0)

    def below(self, n: int) -> int:
        """A uniform number from 0 to n-1, by Lemire's method; for n = 1 no word is consumed."""
        if n == 1:
            return 0
        m = self.word() * n
        low = m % 2**32
        if low < n:
            threshold = (2**32 - n) % n
            while low < threshold:
                m = self.word() * n
                low = m % 2**32
        return m >> 32

    def shuffle(self, n: int, first: int | None = None) -> list[int]:
        """A permutation of 0..n-1: what lies at each position of the shuffled pack.

        Called again, it goes on with the same words and starts from the ordered pack. If only the
        `first` so many positions are asked for, no more are drawn.
        """
        pack = list(range(n))
        for i in range(n - 1 if first is None else first):
            j = i + self.below(n - i)
            pack[i], pack[j] = pack[j], pack[i]
        return pack


def playout(game: Game, seed: int, index: int, actions: list[str]) -> list[str]:
    """Play `game` to its end with random legal moves, and return the moves.

    Args:
        game: Is changed.
        seed: The seed of the stream.
        index: The index of the deal.
        actions: The names of all actions by their number. The choice among k legal moves, in
            ascending order of their numbers, is `below(k)`.
    """
    stream = Stream(seed, index, PLAYOUT_BLOCK)
    moves: list[str] = []
    while game.current is not None:
        legal = sorted(game.legal(), key=actions.index)
        move = legal[stream.below(len(legal))]
        game.apply(move)
        moves.append(move)
    return moves
