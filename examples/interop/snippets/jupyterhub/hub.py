import os
from pathlib import Path

# The snippet first, then what a hub on one machine needs beside it.
load_subconfig(str(Path(__file__).parent / "jupyterhub_config.py"))  # noqa: F821
c = get_config()  # noqa: F821
c.JupyterHub.bind_url = f"http://localhost:{os.environ['PORT']}"
c.JupyterHub.hub_port = int(os.environ["HUB_PORT"])
c.ConfigurableHTTPProxy.api_url = f"http://127.0.0.1:{os.environ['PROXY_API_PORT']}"
c.JupyterHub.spawner_class = "simple"
c.JupyterHub.redirect_to_server = False
