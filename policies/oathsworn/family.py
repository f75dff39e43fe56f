"""The signature of Oathsworn's compiled pilots.

A member is a rule `(state: State, book: Book, draw: int, why: Why) -> int`. It reads public fields only, never
`state.chance`; `draw` is 62 random bits of its own stream; it leaves the reason of its choice in `why`.
"""

from ...envs.core.pilot import Why as Why
from ...envs.oathsworn.state import PILOT as PILOT
