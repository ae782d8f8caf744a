"""Read by gunicorn wherever it starts in this folder; how much it serves, its command line says."""

# Else a caller behind our own proxy says where the desk is mounted, and gets a 500 for it.
forwarder_headers = ""
control_socket_disable = True
