"""A pilot in any language: a program that reads and writes lines of JSON on its standard streams.

First it is told `{"protocol": 1, "game": ..., "seed": ..., "seat": ...}` and answers `{"ready": true}`; then for each
decision it is told `{"view": ..., "mask": ..., "labels": ...}` and answers `{"act": id}`;
docs/your-own-pilot.md shows one.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import shlex
import signal
import subprocess
import threading
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..envs.core.catalogue import say
from ..envs.core.content import ContentError, refuse, shortened, shown
from ..envs.core.pilot import View
from . import limit

if TYPE_CHECKING:
    from .pilots import Post

PROTOCOL = 1

LONGEST_ANSWER = 10_000
ENDING = 2.0
"""Seconds that a program which says nothing more is given to end by itself, so that its own status is told."""


class OutsidePilot:
    """A running program that holds a seat."""

    def __init__(self, name: str, post: Post) -> None:
        """Start the program and shake hands.

        Raises:
            ContentError: It does not start or does not answer.
        """
        self.name = name
        self.seat = post.seat + 1
        self.closed = False
        try:
            command = shlex.split(name.partition(":")[2])
        except ValueError as error:
            raise self.fault(str(error), say("pilot.valid_command")) from error
        if not command:
            raise self.fault(say("content.found_nothing"), "exec:COMMAND")
        try:
            self.process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                encoding="utf-8",
                errors="replace",
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            raise self.fault(str(reason), say("pilot.valid_command")) from error
        self.questions: queue.Queue[str | None] = queue.Queue()
        self.answers: queue.Queue[str] = queue.Queue()
        self.talker = threading.Thread(target=self._talk, daemon=True)
        self.talker.start()
        hello = {"protocol": PROTOCOL, "game": post.game, "seed": post.seed, "seat": post.seat}
        try:
            if self.ask(hello, limit.LIMIT).get("ready") is not True:
                raise self.fault(say("pilot.found_no_ready"), '{"ready": true}')
        except BaseException:
            self.close()
            raise

    def act(self, view: View, mask: NDArray[np.int8], rng: np.random.Generator) -> int:
        """Return what the program answers.

        Raises:
            ContentError: It ended, took too long, or did not answer with an action.
        """
        public = dict(view.public)
        labels = public.pop("options", {})
        answer = self.ask({"view": public, "mask": mask.tolist(), "labels": labels}, limit.ANSWER)
        act = answer.get("act")
        if not isinstance(act, int) or isinstance(act, bool):
            raise self.fault(shown(answer), '{"act": ID}')
        return act

    def ask(self, message: dict[str, Any], seconds: float) -> dict[str, Any]:
        """Send one line and return the answer to it, which may take so many seconds.

        Raises:
            ContentError: It ended, took too long, or did not answer with a JSON object.
        """
        self.questions.put(json.dumps(message) + "\n")
        try:
            answer = self.answers.get(timeout=seconds)
        except queue.Empty as error:
            self.close()
            raise self.fault(say("pilot.found_silence", seconds=seconds), say("pilot.valid_answer")) from error
        if not answer:
            raise self._ended()
        try:
            data = json.loads(answer)
        except (ValueError, RecursionError) as error:
            raise self.fault(shown(shortened(answer.strip())), say("pilot.valid_json")) from error
        if not isinstance(data, dict):
            raise self.fault(shown(data), say("pilot.valid_json"))
        return data

    def fault(self, found: str, valid: str) -> ContentError:
        """Return the error of a program that does not do its part."""
        return refuse(self.name, say("pilot.seat", seat=self.seat), found, valid)

    def close(self) -> None:
        """End the program and all it started."""
        if self.closed:
            return
        self.closed = True
        self.questions.put(None)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(timeout=0.2)
        with contextlib.suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(self.process.pid, signal.SIGKILL)
            else:
                self.process.kill()
        self.process.wait()
        self.talker.join(timeout=1)

    def _talk(self) -> None:
        """Pass questions on and hand over an answer to each, an empty one once it ended.

        A thread of its own, since a program may neither read nor write; a line is read only when it is wanted, so that
        one that never stops writing fills no memory.
        """
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        with contextlib.suppress(OSError, ValueError):
            while (question := self.questions.get()) is not None:
                self.process.stdin.write(question)
                self.process.stdin.flush()
                self.answers.put(self.process.stdout.readline(LONGEST_ANSWER))
        self.answers.put("")
        for stream in (self.process.stdin, self.process.stdout):
            with contextlib.suppress(OSError, ValueError):
                stream.close()

    def _ended(self) -> ContentError:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(timeout=ENDING)
        self.close()
        return self.fault(say("pilot.found_end", status=self.process.returncode), say("pilot.valid_answer"))
