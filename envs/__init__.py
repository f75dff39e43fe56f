"""The rules of the games, and the faces other software sees."""
