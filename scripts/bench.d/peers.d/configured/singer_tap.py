"""A tap of the Meltano singer-sdk. It is told `base` and `cursor`."""
from singer_sdk import RESTStream, Tap
from singer_sdk import typing as th
from singer_sdk.pagination import BasePageNumberPaginator, JSONPathPaginator


class Numbers(BasePageNumberPaginator):
    def continue_if_empty(self, _response):
        return True

    def has_more(self, response):
        return response.json()["has_next"]


class Items(RESTStream):
    name = "items"
    path = "/items"
    primary_keys = ("id",)
    records_jsonpath = "$.items[*]"
    schema = th.PropertiesList(
        th.Property("id", th.IntegerType, required=True), th.Property("rev", th.IntegerType),
        th.Property("title", th.StringType), th.Property("text", th.StringType),
        th.Property("big", th.IntegerType), th.Property("huge", th.IntegerType),
    ).to_dict()

    @property
    def url_base(self):
        return self.config["base"]

    def get_new_paginator(self):
        return JSONPathPaginator("$.next") if self.config["cursor"] else Numbers(1)

    def get_url_params(self, _context, next_page_token):
        return {"cursor" if self.config["cursor"] else "page": next_page_token} if next_page_token else {}


class Peers(Tap):
    name = "tap-peers"
    config_jsonschema = th.PropertiesList(th.Property("base", th.StringType), th.Property("cursor", th.BooleanType)).to_dict()

    def discover_streams(self):
        return [Items(self)]


Peers.cli()
