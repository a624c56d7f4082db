"""PyAirbyte with a declarative source and its default cache, DuckDB: airbyte_read.py BASE FOLDER CURSOR, or `rows` FOLDER."""
import json
import sys
from pathlib import Path

import duckdb


def manifest(base, by_cursor):
    """The source, as its builder writes it."""
    if by_cursor:
        strategy = {"type": "CursorPagination", "cursor_value": "{{ response['next'] }}",
                    "stop_condition": "{{ not response['has_next'] }}"}
    else:
        strategy = {"type": "CursorPagination", "cursor_value": "{{ response['page'] + 1 }}",
                    "stop_condition": "{{ not response['has_next'] }}"}
    option = {"type": "RequestOption", "inject_into": "request_parameter", "field_name": "cursor" if by_cursor else "page"}
    number, text = {"type": ["null", "integer"]}, {"type": ["null", "string"]}
    properties = {"id": {"type": "integer"}, "rev": number, "title": text, "text": text, "big": number, "huge": number}
    schema = {"type": "object", "additionalProperties": True, "properties": properties}
    return {
        "version": "6.0.0", "type": "DeclarativeSource", "check": {"type": "CheckStream", "stream_names": ["items"]},
        "spec": {"type": "Spec", "connection_specification": {"type": "object", "properties": {}}},
        "streams": [{
            "type": "DeclarativeStream", "name": "items", "primary_key": ["id"],
            "schema_loader": {"type": "InlineSchemaLoader", "schema": schema},
            "retriever": {
                "type": "SimpleRetriever",
                "requester": {"type": "HttpRequester", "url_base": base, "path": "/items", "http_method": "GET"},
                "record_selector": {"type": "RecordSelector", "extractor": {"type": "DpathExtractor", "field_path": ["items"]}},
                "paginator": {"type": "DefaultPaginator", "pagination_strategy": strategy, "page_token_option": option},
            },
        }],
    }


def read(base, folder, by_cursor):
    import airbyte
    from airbyte.caches import DuckDBCache
    source = airbyte.get_source("source-peers", config={}, source_manifest=manifest(base, by_cursor), streams=["items"])
    source.read(cache=DuckDBCache(db_path=Path(folder) / "items.duckdb", cache_dir=Path(folder) / "cache"),
                write_strategy="merge", force_full_refresh=True)


def rows(folder):
    with duckdb.connect(folder + "/items.duckdb", read_only=True) as database:
        found = database.execute("SELECT * FROM main.items")
        names = [column[0] for column in found.description]
        print(json.dumps([{name: value for name, value in zip(names, row) if not name.startswith("_")}
                          for row in found.fetchall()], default=str))


if sys.argv[1] == "rows":
    rows(sys.argv[2])
else:
    read(sys.argv[1], sys.argv[2], sys.argv[3] == "True")
