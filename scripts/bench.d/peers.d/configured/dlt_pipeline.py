"""dlt with its REST source and SQLite: dlt_pipeline.py BASE FOLDER CURSOR DISPOSITION"""
import sys

import dlt
from dlt.sources.rest_api import rest_api_source

base, folder, by_cursor, disposition = sys.argv[1], sys.argv[2], sys.argv[3] == "True", sys.argv[4]
numbers = {"type": "page_number", "base_page": 1, "total_path": None, "has_more_path": "has_next",
           "stop_after_empty_page": False}
cursors = {"type": "cursor", "cursor_path": "next", "cursor_param": "cursor"}
source = rest_api_source({
    "client": {"base_url": base, "paginator": cursors if by_cursor else numbers},
    "resources": [{"name": "items", "primary_key": "id", "write_disposition": disposition,
                   "endpoint": {"path": "items", "data_selector": "items"}}],
})
pipeline = dlt.pipeline("peers", pipelines_dir=folder + "/state", dataset_name="main",
                        destination=dlt.destinations.sqlalchemy(f"sqlite:///{folder}/items.db"))
pipeline.run(source)
