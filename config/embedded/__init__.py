"""The whole service on one machine: embedded servers, the service's processes, and the supervisor over them.

`make run` starts it. Nothing outside this package knows of it: the processes get the same environment variables that
an operator would set for real servers.
"""
