"""What things are worth to the scripted pilot, in HP of a hero."""

BOSS_HP = 8.0
"""An HP taken from a boss."""
BREAK = 0.15
"""A location broken, beyond its HP."""
KILL = 1.1
"""A minion killed that would attack this round."""
FAR_KILL = 0.55
"""A minion killed that would not."""
FALL = 1.5
"""A hero kept from falling, beyond the HP."""
ANIMUS = 0.42
"""An animus that would be kept for the next round."""
SPARE_ANIMUS = 0.09
"""An animus that would be lost at the next refresh, for it regains all."""
TOKEN = 2.0
HOLD = 0.05
"""A point of defence of the best card in hand."""
FLOW = 0.12
"""A card moved a step closer to the hand."""
LEAST = 0.03
"""A play worth less is not made."""
APPROACH = 0.08
"""A hex nearer to a boss, when nobody is in reach."""
FRONT = 0.12
"""Standing before a boss, beyond its visible card: a reaction comes from there."""
GUARD_CARD = 0.6
"""Share of the best defence card in hand that counts as defence."""
SHIFTED = 1.0
"""Part of a blow that is not saved by avoiding it: it goes to somebody else."""
REDRAW_SHARE = 0.3
"""Part of the misses that a redraw turns into hits, about."""
AREA_SHARE = 0.35
"""Part of the other enemies in reach that an area catches, about."""
FOLLOWER = 0.3
"""Part of its damage that a new friend deals later, about."""
LATER_ATTACK = 0.3
"""HP that a point of damage adds to an attack, about."""
FRIEND_HIT = 2.0
"""Times that an HP which an area of one's own takes from a friend counts: nobody may defend against it."""
LINK_LOSS = 1.5
"""Damage that each further target of a chain is spared, about."""
ENTERED = 0.25
"""How likely an enemy enters a hex that lies in its way, about."""
HINDERED = 0.2
"""Water in an enemy's way."""
