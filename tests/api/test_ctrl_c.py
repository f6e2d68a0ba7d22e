"""Ctrl-C ends work in threads too, and the process with it."""

import os
import signal
import subprocess
import sys
import threading
import time

import pytest

import ultimo

TABLE = """
game = ultimo.game("slovenian_tarok", players=3)
ready()
ultimo.solve_table(game, game.deal(1), threads=2)
"""
ONE_BY_ONE = """
game = ultimo.game("french_tarot")
ready()
ultimo.solve_table(game, game.deal(1), bids=["garde_sans"], threads=1)
"""
BATCH = """
game = ultimo.game("french_tarot")
ready()
ultimo.solve_batch(game, game.deals(4, 1), game.contract("garde"), "points", threads={threads})
"""
BEFORE = """
import ultimo
def ready():
    print("ready", flush=True)
try:
    {work}
except KeyboardInterrupt:
    print("stopped", flush=True)
"""


@pytest.mark.skipif(os.name == "nt", reason="Windows sends no SIGINT to a process of its own")
@pytest.mark.parametrize(
    "work", [TABLE, ONE_BY_ONE, BATCH.format(threads=1), BATCH.format(threads=2)]
)
def test_threads_stop_and_the_process_ends(work: str) -> None:
    text = BEFORE.format(work=work.strip().replace("\n", "\n    "))
    with subprocess.Popen(
        [sys.executable, "-c", text], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(1.0)
        process.send_signal(signal.SIGINT)
        # It would go on for minutes; what is left is to free memory, on a busy machine.
        try:
            said, _ = process.communicate(timeout=60)
        finally:
            process.kill()
    assert said.endswith("stopped\n")


def test_a_solver_in_a_thread_looks_at_an_event() -> None:
    from ultimo._core import Solver
    from ultimo.objectives import core_objective

    game = ultimo.game("french_tarot")
    position = game.position(game.deal(1), game.contract("garde"))
    aim = core_objective(position.game, position.contract, "points")
    stop = threading.Event()
    threading.Timer(0.3, stop.set).start()
    with pytest.raises(ultimo.SolverLimitError, match="a request to stop") as error:
        Solver().solve(position, aim, stop=stop, seconds=60)
    assert error.value.lower is not None
