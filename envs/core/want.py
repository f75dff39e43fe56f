"""What came up at a physical table, as a game asks for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .catalogue import say


@dataclass(frozen=True)
class Want:
    """One face that is wanted; games say what may be typed for it.

    Attributes:
        who: Whose it is.
        die: What it is, in words.
        faces: How many faces it has.
    """

    who: str
    die: str
    faces: int

    @property
    def fills_a_line(self) -> bool:
        """Whether a whole line is typed for it, so that what is typed may have spaces."""
        return False

    @property
    def what(self) -> str:
        """Whose it is and what, in words."""
        return say("hand.die", who=self.who, die=self.die)

    @property
    def ranged(self) -> str:
        """What it is with its faces, as it is asked for."""
        return say("hand.ranged", die=self.die, faces=self.faces)

    @property
    def valid(self) -> str:
        """What may be typed."""
        return say("hand.valid_face", faces=self.faces)

    def allows(self, face: int, before: Sequence[int] = ()) -> bool:
        """Return whether `face` may have come up behind those that came up `before` it in the same draw."""
        return 1 <= face <= self.faces

    def read(self, text: str, before: Sequence[int] = ()) -> int:
        """Return the face that someone typed.

        Raises:
            ContentError: No such face.
        """
        raise NotImplementedError
