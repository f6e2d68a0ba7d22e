"""Deals as environments of other packages, which are imported only with the module of each.

- `ultimo.adapters.gym`: `SelfPlay`, a `gymnasium.vector.VectorEnv`, and `Seat`, a `gymnasium.Env`;
  needs the extra `ultimo[gym]`
- `ultimo.adapters.pettingzoo`: `Deals`, a PettingZoo `AECEnv`; needs the extra `ultimo[pettingzoo]`

All have the actions and the observations of `ultimo.VectorEnv` with `start="auction"`.
"""
