"""A character in whose fights few things can change: they are solved in a moment."""

WORN = """
name = "Worn"
edge = 3
heart = 2
iron = 2
shadow = 1
wits = 1
health = 2
spirit = 2
supply = 0
debilities = ["wounded", "shaken", "unprepared", "maimed", "corrupted"]
"""
