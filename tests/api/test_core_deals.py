"""Random streams and dealing: the same words and rows everywhere, and uniform."""

import dataclasses
import threading
from collections import Counter
from typing import Any

import numpy as np
import pytest
from tests.api import core_examples as ex
from tests.oracle import chacha

from ultimo import _core, plan
from ultimo.errors import DealError, OptionError

TOP = 2**64 - 1


def test_the_zero_key_gives_the_published_words() -> None:
    # draft-strombergson-chacha-test-vectors-01, TC1, 256-bit key, 8 rounds.
    expected = (
        "3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e"
        "984ce172b9216f419f445367456d5619314a42a3da86b001387bfdb80e0cfe42"
    )
    assert _core.stream_words(0, 0, 0, 16).astype("<u4").tobytes().hex() == expected


@pytest.mark.parametrize("seed", [0, 7, TOP])
@pytest.mark.parametrize("stream", [0, 1, TOP])
@pytest.mark.parametrize("counter", [0, 2**32 - 2, 2**32])
def test_words_are_those_of_plain_chacha(seed: int, stream: int, counter: int) -> None:
    plain = chacha.Stream(seed, stream, counter)
    words = _core.stream_words(seed, stream, counter, 150)
    assert words.dtype == np.uint32
    assert words.tolist() == [plain.word() for _ in range(150)]


def plain_row(spec: plan.DealSpec, seed: int, deal: int) -> list[int]:
    """A row dealt by the slow reference."""
    stream = chacha.Stream(seed, deal)
    while True:
        pack = stream.shuffle(spec.deck_size)
        row = [-1] * spec.deck_size
        inside = sum(spec.hand_sizes)
        if spec.gaps is None:
            for card, column in zip(pack, spec.place, strict=True):
                row[column] = card
        else:
            packets = len(spec.place) // spec.gaps.packet
            order = list(range(packets - 1))
            for i in range(spec.gaps.count):
                j = i + stream.below(packets - 1 - i)
                order[i], order[j] = order[j], order[i]
            chosen = set(order[: spec.gaps.count])
            talon, dealt = inside, 0
            cards = iter(pack)
            for packet in range(packets):
                if packet - 1 in chosen:
                    row[talon] = next(cards)
                    talon += 1
                for _ in range(spec.gaps.packet):
                    row[spec.place[dealt]] = next(cards)
                    dealt += 1
        hands, at = [], 0
        for size in spec.hand_sizes:
            hands.append(sorted(row[at : at + size]))
            at += size
        if not any(
            set(hand) & set(void.cards) == set(void.equals) for void in spec.void for hand in hands
        ):
            return [card for hand in hands for card in hand] + row[inside:]


VOID_DEAL = dataclasses.replace(
    ex.LITTLE_DEAL,
    place=(11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0),
    hand_sizes=(3, 3, 3),
    void=(plan.Void(cards=(9, 10, 11)), plan.Void(cards=(0, 1, 9, 10), equals=(0, 9))),
)
SPECS = [ex.LITTLE_DEAL, ex.STOCK_DEAL, ex.WIDE_DEAL, VOID_DEAL]


@pytest.mark.parametrize("spec", SPECS)
def test_rows_are_those_of_the_plain_shuffle(spec: plan.DealSpec) -> None:
    rows = _core.deal_rows(spec, 40, seed=9, start=3)
    assert rows.shape == (40, spec.deck_size)
    assert rows.dtype == np.uint8
    assert rows.flags.c_contiguous
    assert rows.flags.writeable
    assert rows.tolist() == [plain_row(spec, 9, 3 + deal) for deal in range(40)]


@pytest.mark.parametrize("spec", SPECS)
def test_every_row_holds_the_whole_deck(spec: plan.DealSpec) -> None:
    rows = _core.deal_rows(spec, 5_000, seed=1)
    assert (np.sort(rows, axis=1) == np.arange(spec.deck_size)).all()


@pytest.mark.parametrize("threads", [1, 2, 3, 16, None])
def test_rows_do_not_depend_on_threads_or_cuts(threads: int | None) -> None:
    expected = _core.deal_rows(VOID_DEAL, 10_000, seed=5, threads=1)
    assert (_core.deal_rows(VOID_DEAL, 10_000, seed=5, threads=threads) == expected).all()
    part = _core.deal_rows(VOID_DEAL, 3_000, seed=5, start=6_789, threads=threads)
    assert (part == expected[6_789:9_789]).all()


def test_the_number_of_a_deal_is_a_word() -> None:
    rows = _core.deal_rows(ex.LITTLE_DEAL, 2, seed=TOP, start=TOP)
    assert rows[0].tolist() == plain_row(ex.LITTLE_DEAL, TOP, TOP)
    assert rows[1].tolist() == plain_row(ex.LITTLE_DEAL, TOP, 0)


def test_no_deals_are_an_empty_array() -> None:
    assert _core.deal_rows(ex.LITTLE_DEAL, 0, seed=1).shape == (0, 12)
    assert _core.stream_words(1, 1, 1, 0).shape == (0,)


def test_all_deals_of_a_small_pack_are_equally_likely() -> None:
    spec = plan.DealSpec(deck_size=5, place=(0, 1, 2, 3, 4), hand_sizes=(2, 2))
    counts = Counter(map(bytes, _core.deal_rows(spec, 90_000, seed=2)))
    assert len(counts) == 30
    chi = sum((count - 3_000) ** 2 / 3_000 for count in counts.values())
    assert chi < 29 + 5 * 58**0.5


def test_a_condition_leaves_the_other_deals_equally_likely() -> None:
    spec = plan.DealSpec(
        deck_size=4, place=(0, 1, 2, 3), hand_sizes=(2,), void=(plan.Void(cards=(0,)),)
    )
    counts = Counter(map(bytes, _core.deal_rows(spec, 60_000, seed=3)))
    assert len(counts) == 6
    assert all(row[0] == 0 for row in counts)
    chi = sum((count - 10_000) ** 2 / 10_000 for count in counts.values())
    assert chi < 5 + 5 * 10**0.5


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"deck_size": 0}, "1 to 128 cards"),
        ({"deck_size": 129}, "1 to 128 cards"),
        ({"hand_sizes": ()}, "1 to 10 seats"),
        ({"hand_sizes": (1,) * 11}, "1 to 10 seats"),
        ({"hand_sizes": (7, 7)}, "14 cards in hands"),
        ({"place": tuple(range(11))}, "11 columns for 12 cards"),
        ({"place": (0,) * 12}, "column 0 is filled already"),
        ({"place": tuple(range(1, 13))}, "column 12 of 12"),
        ({"gaps": plan.Gaps(packet=0, count=1)}, "do not make packets of 0"),
        ({"gaps": plan.Gaps(packet=5, count=1)}, "11 cards do not make packets of 5"),
        ({"gaps": plan.Gaps(packet=1, count=9)}, "9 cards for 2 gaps"),
        ({"void": (plan.Void(cards=(12,)),)}, "card 12 is not in a deck"),
        ({"void": (plan.Void(cards=(1,), equals=(2,)),)}, "card 2 is not among"),
    ],
)
def test_specifications_are_checked(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(OptionError, match=words) as caught:
        _core.deal_rows(dataclasses.replace(ex.LITTLE_DEAL, **changes), 1, seed=1)
    assert caught.value.code == "bad_deal_spec"


def test_all_faults_of_a_specification_are_told() -> None:
    spec = plan.DealSpec(deck_size=3, place=(0, 0), hand_sizes=(9,))
    with pytest.raises(OptionError) as caught:
        _core.deal_rows(spec, 1, seed=1)
    for code in ("hands_too_large", "place", "column_twice"):
        assert f"({code})" in str(caught.value)


def test_a_deal_that_is_always_void_is_an_error_and_no_hang() -> None:
    spec = dataclasses.replace(ex.LITTLE_DEAL, void=(plan.Void(cards=()),))
    with pytest.raises(DealError, match="deal 6 was void") as caught:
        _core.deal_rows(spec, 3_000, seed=1, start=6)
    assert caught.value.code == "always_void"


@pytest.mark.parametrize("seed", [-1, 2**64, 10**1000])
def test_seeds_beyond_64_bits_are_refused(seed: int) -> None:
    with pytest.raises(OptionError, match="seed") as caught:
        _core.deal_rows(ex.LITTLE_DEAL, 1, seed=seed)
    assert caught.value.code == "out_of_range"
    with pytest.raises(OptionError, match="start"):
        _core.deal_rows(ex.LITTLE_DEAL, 1, seed=1, start=seed)
    for words in ((seed, 0, 0, 1), (0, seed, 0, 1), (0, 0, seed, 1)):
        with pytest.raises(OptionError):
            _core.stream_words(*words)


@pytest.mark.parametrize("seed", [None, 1.0, 0.5, "1", True, np.float64(3)])
def test_seeds_that_are_no_integers_are_refused(seed: Any) -> None:
    with pytest.raises(TypeError, match="seed"):
        _core.deal_rows(ex.LITTLE_DEAL, 1, seed=seed)


def test_numpy_integers_are_seeds() -> None:
    one = _core.deal_rows(ex.LITTLE_DEAL, 1, seed=np.uint64(TOP), start=np.int32(4))
    assert one[0].tolist() == plain_row(ex.LITTLE_DEAL, TOP, 4)


@pytest.mark.parametrize("n", [-1, 2**64, 10**100])
def test_impossible_numbers_of_deals_are_refused(n: int) -> None:
    with pytest.raises(OptionError, match="n: "):
        _core.deal_rows(ex.LITTLE_DEAL, n, seed=1)


@pytest.mark.parametrize("n", [10**14, 2**58, 2**62, 2**63 - 1])
def test_more_deals_than_memory_holds_are_a_memory_error(n: int) -> None:
    with pytest.raises(MemoryError):
        _core.deal_rows(ex.LITTLE_DEAL, n, seed=1)
    with pytest.raises(MemoryError):
        _core.stream_words(1, 1, 1, n)


@pytest.mark.parametrize("threads", [0, -1, 1025, 10**30])
def test_impossible_numbers_of_threads_are_refused(threads: int) -> None:
    with pytest.raises(OptionError, match="threads"):
        _core.deal_rows(ex.LITTLE_DEAL, 1, seed=1, threads=threads)


def test_progress_is_told_and_may_stop_the_work() -> None:
    seen: list[tuple[int, int]] = []
    n = 300_000
    _core.deal_rows(ex.LITTLE_DEAL, n, seed=1, progress=lambda done, of: seen.append((done, of)))
    assert [of for _, of in seen] == [n] * len(seen)
    assert [done for done, _ in seen] == sorted({done for done, _ in seen})
    assert seen[-1] == (n, n)

    def stop(_done: int, _of: int) -> None:
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        _core.deal_rows(ex.LITTLE_DEAL, n, seed=1, progress=stop)


def test_other_threads_run_while_cards_are_dealt() -> None:
    ticks, stop = 0, threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not stop.wait(0.001):
            ticks += 1

    thread = threading.Thread(target=tick)
    thread.start()
    _core.deal_rows(ex.WIDE_DEAL, 400_000, seed=1, threads=1)
    stop.set()
    thread.join()
    assert ticks >= 10
