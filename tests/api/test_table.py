"""The table before the play: who knows where a card lies, and who no longer does."""

from ultimo.table import NO_CARDS, Table


def cards(*numbers: int) -> frozenset[int]:
    return frozenset(numbers)


DEALT = Table.of([[0, 1], [2, 3], [4, 5]], [6, 7])


def test_seat_knows_its_own_hand_and_no_more() -> None:
    view = DEALT.view(1)
    assert view.hands == (NO_CARDS, cards(2, 3), NO_CARDS)
    assert view.table == NO_CARDS


def test_cards_wait_unseen_until_they_are_picked_up() -> None:
    table = DEALT.wait(0, [1])
    assert table.view(0).hands[0] == cards(0)
    assert table.pick_up(0) == DEALT


def test_shown_cards_are_known_to_all_or_some() -> None:
    table = DEALT.show([0, 6]).show([1], to=[2])
    assert table.view(1).hands[0] == cards(0)
    assert table.view(2).hands[0] == cards(0, 1)
    assert table.view(1).table == cards(6)


def test_cards_taken_openly_are_known_in_the_hand() -> None:
    table = DEALT.show([6, 7]).take(0, [6], openly=True)
    view = table.view(1)
    assert view.hands[0] == cards(6)
    assert view.taken[0] == cards(6)
    assert view.table == cards(7)
    assert table.talon == (7,)


def test_laying_away_face_down_hides_what_was_seen_of_the_hand() -> None:
    table = DEALT.show([6, 7]).take(0, [6], openly=True).lay(0, [6], openly=False)
    other, own = table.view(1), table.view(0)
    assert other.hands[0] == NO_CARDS
    assert other.laid[0] == NO_CARDS
    assert other.taken[0] == cards(6)
    assert own.laid[0] == cards(6)
    kept = DEALT.show([6, 7]).take(0, [6], openly=True).lay(0, [0], openly=False)
    assert kept.view(1) == other  # which one was laid away is hidden
    assert kept.view(0) != own


def test_laying_away_face_up_is_seen() -> None:
    table = DEALT.lay(0, [1], openly=True)
    assert table.view(2).laid[0] == cards(1)


def test_talon_laid_down_is_known_to_who_laid_it_until_the_next_lays_cards_away() -> None:
    table = DEALT.take(0, [6, 7], openly=False).lay(0, [0, 1], openly=False, talon=True)
    assert table.talon == (0, 1)
    assert table.view(0).table == cards(0, 1)
    assert table.view(1).table == NO_CARDS
    table = table.take(1, [0, 1], openly=False)
    assert table.view(0).hands[1] == cards(0, 1)
    assert table.view(2).hands[1] == NO_CARDS
    table = table.lay(1, [0, 2], openly=False, talon=True)
    assert table.view(0).hands[1] == NO_CARDS
    assert table.view(0).table == NO_CARDS
    assert table.view(1).table == cards(0, 2)


def test_cards_are_neither_lost_nor_doubled() -> None:
    table = DEALT.wait(2, [5]).take(0, [6], openly=False).lay(0, [0], openly=False).pick_up(2)
    everywhere = [*table.talon, *(c for hand in (*table.hands, *table.laid) for c in hand)]
    assert sorted(everywhere) == list(range(8))
