"""What a process counts of its own work, for /metrics. Routes and kinds alone: no address, no name.

Several processes of one machine add up where PROMETHEUS_MULTIPROC_DIR names a folder of theirs.
"""

from prometheus_client import Counter, Histogram

REQUESTS = Counter("desk_requests", "Requests answered", ["method", "route", "status"])
REQUEST_SECONDS = Histogram("desk_request_seconds", "Time of an answer", ["route"])
WORK_SECONDS = Histogram("desk_work_seconds", "Time of a step of drafting", ["step"])
