"""A rubber of whist between players who choose at random."""

import random

import ultimo

choose = random.Random(5)
match = ultimo.Match(ultimo.game("whist"), seed=5)
while not match.is_over:
    state = match.start()
    while not state.is_over:
        state.apply(choose.choice(state.legal_actions()))
    match.record(state)
print(f"totals after {match.played} deals: {match.totals.tolist()}")
