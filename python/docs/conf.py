"""The site's settings."""

import setwise

project = "setwise"
author = "the authors of setwise"
copyright = author
version = release = setwise.__version__

extensions = ["myst_parser", "numpydoc", "sphinx.ext.autodoc", "sphinx.ext.doctest"]
html_theme = "furo"
html_title = f"setwise {release}"
myst_heading_anchors = 2
nitpicky = True
# Types in docstrings are words; only roles are links.
nitpick_ignore_regex = [(r"py:.*", r".*")]
# A member is documented once, on the page of its class.
numpydoc_show_class_members = False
autodoc_default_options = {"members": True, "member-order": "alphabetical"}
autodoc_typehints = "none"
