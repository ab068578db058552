"""Errors that are written for a person: one line, and no traceback."""


class OmenboxError(Exception):
    """Something the user can put right.

    The message says what happened, where, and what to do. ``exit_code`` is what the
    command then returns: 2 for bad input, 1 where a command documents it so.
    """

    #: Whether the message is a list of lines that is shown as it is.
    listing = False

    def __init__(self, message: str, exit_code: int = 2) -> None:
        super().__init__(message)
        self.exit_code = exit_code
