"""Millions of deals: bounded memory, and other threads that go on meanwhile."""

import subprocess
import sys

import pytest

pytest.importorskip("resource", reason="there is no peak of memory to ask for on this system")

MOST = 300_000_000
"""Bytes that a process may have needed at most, Python and NumPy among them."""

CHUNK = 1 << 18

SCRIPT = f"""
import resource, sys, threading
from pathlib import Path
import ultimo

game = ultimo.game("slovenian_tarok", players=3)
contract = game.contract("three", declarer=0)
ticks, stop = [], threading.Event()

def tick():
    while not stop.wait(0.002):
        ticks.append(1)

thread = threading.Thread(target=tick)
thread.start()
chunks = deals = 0
for part in ultimo.simulate_chunks(
    game, int(sys.argv[1]), contract=contract, seed=1, threads=1, chunk={CHUNK}
):
    chunks += 1
    deals += len(part)
stop.set()
thread.join()
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
if sys.platform == "linux":
    # What getrusage says begins with the size of the process that started this one.
    status = Path("/proc/self/status").read_text().splitlines()
    (peak,) = [int(line.split()[1]) for line in status if line.startswith("VmHWM:")]
print(deals, chunks, len(ticks), peak if sys.platform == "darwin" else 1024 * peak)
"""


@pytest.mark.parametrize("n", [1_000_000, pytest.param(10_000_000, marks=pytest.mark.deep)])
def test_memory_stays_bounded_and_a_thread_keeps_ticking(n: int) -> None:
    command = [sys.executable, "-c", SCRIPT, str(n)]
    said = subprocess.run(command, check=True, text=True, capture_output=True).stdout
    deals, chunks, ticks, peak = map(int, said.split())
    assert deals == n
    assert chunks == -(-n // CHUNK)
    # A thread that only came in between two chunks would tick once each.
    assert ticks >= 4 * chunks
    assert peak < MOST
