"""Runs the program of this environment: python -m howdah."""

import os, sys, sysconfig

scripts = sysconfig.get_path("scripts")
user = sysconfig.get_path("scripts", f"{os.name}_user")
program = next((p for p in (os.path.join(scripts, "howdah"), os.path.join(user, "howdah")) if os.path.exists(p)), None)
if not program:
    sys.exit("The program is missing: install the package howdah again.")
os.execv(program, ["howdah", *sys.argv[1:]])
