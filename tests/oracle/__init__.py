"""The second opinion: the rules in plain Python, written from the rules files alone.

Slow and obviously right. Cards are their codes, hands are lists of codes, and nothing of ultimo is
imported, so that a fault there cannot hide here.
"""
