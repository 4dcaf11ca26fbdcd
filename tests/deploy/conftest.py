"""The proxy is tested wherever there is one. In CI there has to be."""

import os
import shutil

collect_ignore = [] if shutil.which("caddy") or os.environ.get("CI") else ["test_proxy.py"]
