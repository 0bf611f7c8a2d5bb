"""Reading recordings and writing hit lists, in the form of the public package of this name."""
