"""How much is the dealer's turned-up trump worth when everybody plays at random?"""

import ultimo

out = ultimo.simulate(ultimo.game("whist"), 100_000, seed=1)
for seat, (tricks, score) in enumerate(
    zip(out.tricks.mean(axis=0), out.returns.mean(axis=0), strict=True)
):
    print(f"seat {seat}: {tricks:.2f} tricks, {score:.2f} points")
