"""Lints a chart and renders it, by Helm's own library: each object as a file.

usage: chart.py CHART DIRECTORY VALUES   (VALUES in JSON)

What Helm finds fault with goes to standard output, with exit code 1.
"""

import json
import pathlib
import re
import sys

import helm_python as helm

INFORMATION = 1

chart, directory, values = sys.argv[1:]
found = [each for each in helm.lint(chart)["messages"] if each["severity"] > INFORMATION]
if found:
    print(found)
    sys.exit(1)
try:
    with helm.Chart.load(chart) as loaded:
        rendered = loaded.render(json.loads(values), name="trial", namespace="site")
except Exception as e:
    print(e)
    sys.exit(1)
for text in rendered.values():
    for part in re.split(r"^---$", text, flags=re.MULTILINE):
        kind = re.search(r"^kind: (\w+)$", part, re.MULTILINE)
        name = re.search(r"^  name: (\S+)$", part, re.MULTILINE)
        if kind and name:
            (pathlib.Path(directory) / f"{kind[1]}-{name[1]}.yaml").write_text(part)
