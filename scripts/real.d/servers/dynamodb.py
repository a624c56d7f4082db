"""DynamoDB as moto has it, in the memory of the process: a list by POST, and a key of several members as its cursor."""
import json

from server import Server, sample
from spans import elements, members

BATCH = 25


class DynamoDB(Server):
    name = "dynamodb"
    manifest = "dynamodb.toml"
    collection = "books"
    address = "https://dynamodb.example.com"
    variables = {"AWS_ACCESS_KEY_ID": "ann"}
    _added = 0

    def install(self):
        self.place.python("moto[server]")

    def command(self):
        return [self.place.path("venv", "bin", "moto_server"), "-H", "127.0.0.1", "-p", str(self.port)]

    def start(self):
        super().start()
        keys = [("shelf", "S", "HASH"), ("number", "N", "RANGE")]
        self._call("CreateTable", {
            "TableName": "books", "BillingMode": "PAY_PER_REQUEST",
            "AttributeDefinitions": [{"AttributeName": name, "AttributeType": kind} for name, kind, _ in keys],
            "KeySchema": [{"AttributeName": name, "KeyType": role} for name, _, role in keys]})

    def credentials(self):
        scope = f"{self.variables['AWS_ACCESS_KEY_ID']}/20260101/us-east-1/dynamodb/aws4_request"
        return {"Authorization": f"AWS4-HMAC-SHA256 Credential={scope}, SignedHeaders=host, Signature=0"}

    def add(self, count):
        self._write([{"PutRequest": {"Item": self._item(number)}}
                     for number in range(self._added, self._added + count)])
        self._added += count

    def edit(self, ids):
        self._write([{"PutRequest": {"Item": self._item(int(id.split("/")[1]), round=1)}} for id in ids])

    def delete(self, ids):
        self._write([{"DeleteRequest": {"Key": self._key(int(id.split("/")[1]))}} for id in ids])

    def read(self):
        items, start = [], {}
        while start is not None:
            body = dict(members(self._call("Scan", {"TableName": "books", "Limit": 70, **start})))
            for text in elements(body["Items"]):
                item = json.loads(text)
                items.append((f"{item['shelf']['S']}/{item['number']['N']}", text))
            following = body.get("LastEvaluatedKey")
            start = {"ExclusiveStartKey": json.loads(following)} if following else None
        return items

    def _key(self, number):
        return {"shelf": {"S": f"shelf {number % 40} é"}, "number": {"N": str(number)}}

    def _item(self, number, round=0):
        value = sample(number, round)
        return {**self._key(number), "title": {"S": value["title"]}, "note": {"S": value["note"]},
                "big": {"N": str(value["big"])}, "score": {"N": repr(value["score"])}, "tags": {"L": [{"BOOL": True}]}}

    def _write(self, requests):
        for start in range(0, len(requests), BATCH):
            answer = self._call("BatchWriteItem", {"RequestItems": {"books": requests[start : start + BATCH]}})
            if json.loads(answer).get("UnprocessedItems"):
                raise RuntimeError(f"not written: {answer[:200]}")

    def _call(self, action, value):
        """AWS names the action in a header, and has a content type of its own."""
        return self.ask(self.url, "POST", value, headers={
            "X-Amz-Target": f"DynamoDB_20120810.{action}", "Content-Type": "application/x-amz-json-1.0"})[0]
