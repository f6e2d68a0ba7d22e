"""Engine for the trick-taking card games of Central Europe: play, count, simulate, solve."""

from ultimo import where
from ultimo._core import Position, __version__
from ultimo.batch import Playouts, simulate, simulate_chunks
from ultimo.contract_table import ContractTable, ContractValue, solve_table
from ultimo.contracts import Contract
from ultimo.deals import Deal
from ultimo.deck import Deck
from ultimo.errors import (
    ArgumentError,
    ContractError,
    DealError,
    IllegalActionError,
    MemoryLimitError,
    NotationError,
    OptionError,
    SeatError,
    SolverLimitError,
    UltimoError,
)
from ultimo.game import Game
from ultimo.match import Match
from ultimo.replays import Replays, replay
from ultimo.samples import sample_batch
from ultimo.solver import SolveResult, solve, solve_batch
from ultimo.state import State
from ultimo.tracing import Trace, TracedMove, trace
from ultimo.vector_env import ObservationField, VectorEnv

# After the module `ultimo.game`, whose place as an attribute the function takes.
from ultimo.games import game, games  # isort: skip

__all__ = [
    "ArgumentError",
    "Contract",
    "ContractError",
    "ContractTable",
    "ContractValue",
    "Deal",
    "DealError",
    "Deck",
    "Game",
    "IllegalActionError",
    "Match",
    "MemoryLimitError",
    "NotationError",
    "ObservationField",
    "OptionError",
    "Playouts",
    "Position",
    "Replays",
    "SeatError",
    "SolveResult",
    "SolverLimitError",
    "State",
    "Trace",
    "TracedMove",
    "UltimoError",
    "VectorEnv",
    "__version__",
    "game",
    "games",
    "replay",
    "sample_batch",
    "simulate",
    "simulate_chunks",
    "solve",
    "solve_batch",
    "solve_table",
    "trace",
    "where",
]
