"""What can go wrong in a way that the person at the terminal can mend; the message says how."""


class EmbeddedError(Exception):
    """The service cannot start or be reached. Its message is all that the terminal shows."""


class StartFailed(EmbeddedError):
    """A process ended, or did not answer in time, while it was being started."""


class AlreadyRunning(EmbeddedError):
    """Another supervisor holds this project's state."""


class NotRunning(EmbeddedError):
    """No supervisor holds this project's state."""


class ServerUnreachable(EmbeddedError):
    """A server that the environment names does not answer."""
