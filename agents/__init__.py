"""Who holds a seat: a pilot, a person, a mixed party."""
