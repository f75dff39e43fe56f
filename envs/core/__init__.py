"""What both games share: chance, tapes, content."""
