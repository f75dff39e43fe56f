"""What people run: the command line and its parts."""
