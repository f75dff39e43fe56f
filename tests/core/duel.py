"""A toy game for the tests of the compiler. As a program it plays in the mode it was started in and prints JSON."""

from __future__ import annotations

import hashlib
import json
import sys
from enum import IntEnum

import numpy as np

from shieldmate.envs.core.chance import Chance, draw, seed_chance
from shieldmate.envs.core.compiler import F4, I2, I4, Family, I2x2, Rule, compile_seconds, entry, on_compile, rule
from shieldmate.envs.core.records import Batch, Ints, Ints2, Record, Records, f4, i1, i2, i4, i8, record
from shieldmate.envs.core.tape import Tape, emit, new_tapes

FIGHTERS = 4
COSTS = (1, 2, 3)
HARM = np.array([0, 1, 1, 2, 2, 3, 5], np.int64)


class Stat(IntEnum):
    EDGE = 0
    IRON = 2


class Fighter(Record):
    health: int = i2()
    stats: Ints = i1(3)
    wounds: Ints2 = i2(2, 3)


class Duel(Record):
    turn: int = i4()
    total: int = i8()
    chance: Chance = record(Chance)
    luck: float = f4()
    fighters: Records[Fighter] = record(Fighter, FIGHTERS)


STEP = Family(Duel, Tape, returns=int)
call_step = STEP.call


@rule
def harm(fighter: Fighter, stat: Stat) -> int:
    fighter.health -= COSTS[stat]
    fighter.wounds[1, stat] += 1
    hurt: int = HARM[fighter.stats[stat]]
    return hurt


@rule
def sum_of(values: I2) -> int:
    total = 0
    for value in values:
        total += value
    return total


@rule
def corner(wounds: I2x2) -> int:
    return wounds[1, 2] + sum_of(wounds[1])


@rule
def bounds(a: int, b: int) -> tuple[int, int]:
    return min(a, b), max(a, b)


@rule
def factorial(n: int) -> int:
    return 1 if n < 2 else n * factorial(n - 1)


@rule
def is_iron(stat: int) -> bool:
    return stat == Stat.IRON


@STEP.member
def strike(duel: Duel, tape: Tape) -> int:
    duel.turn += 1
    hurt = harm(duel.fighters[duel.turn % FIGHTERS], Stat.IRON)
    emit(tape, Stat.IRON, hurt, draw(duel.chance, tape, 1, 6), 0, 0, 0)
    return 1


@STEP.member
def gloat(duel: Duel, tape: Tape) -> int:
    low, high = bounds(duel.turn, 3)
    duel.total += factorial(5) + low - high + corner(duel.fighters[1].wounds)
    if is_iron(duel.turn % 3):
        duel.luck += 0.5
    return call_step(tape.steps[0], duel, tape)


@STEP.member
def tire(duel: Duel, tape: Tape) -> int:
    if duel.turn > 20:
        raise ValueError("too long")
    duel.fighters[3] = duel.fighters[0]
    return -1


STEPS = [strike, gloat, tire]


@entry
def play(duels: Batch[Duel], i: int, tapes: Batch[Tape], steps: int, luck: F4) -> int:
    duel = duels[i]
    seed_chance(duel.chance, 17)
    result = 0
    for step in range(steps):
        result += call_step(tapes[0].steps[step % 3], duel, tapes[0])
    luck[0] = duel.luck
    duels[i + 1] = duels[i]
    return result


@entry
def health_of(duels: Batch[Duel], i: int, seat: int) -> int:
    return duels[i].fighters[seat].health


@entry
def fill(numbers: I4, value: int) -> int:
    numbers[1:3] = value
    return len(numbers)


def new_duels():
    duels = np.zeros(3, Duel.dtype)
    duels["fighters"]["stats"] = [1, 2, 3]
    tapes = new_tapes()
    tapes["steps"][0, : len(STEPS)] = STEP.addresses(STEPS)
    return duels, tapes, np.zeros(1, np.float32)


def report(run):
    """Play to the end that raises and tell everything that can be seen."""
    duels, tapes, luck = new_duels()
    result = run(duels, 0, tapes, 10, luck)
    try:
        error = run(duels, 0, tapes, 100, luck)
    except ValueError as problem:
        error = str(problem)
    return {
        "result": result,
        "error": error,
        "luck": float(luck[0]),
        "total": int(duels["total"][0]),
        "copied": int(duels["total"][1]),
        "events": tapes["rows"][0, : tapes["row"][0]].tolist(),
        "state": hashlib.sha256(duels.tobytes()).hexdigest(),
    }


if __name__ == "__main__":
    compiled: list[list[object]] = []
    on_compile(lambda done, total, name: compiled.append([done, total, name]))
    rules = [rule for rule in globals().values() if isinstance(rule, Rule)]
    found = report(play)
    loaded = [rule.name for rule in rules if rule.loaded]
    json.dump({**found, "compiled": compiled, "loaded": loaded, "seconds": compile_seconds()}, sys.stdout)
