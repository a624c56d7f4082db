"""A target of the Meltano singer-sdk for SQLite: an upsert by the key, a transaction a batch."""
import sqlalchemy
from singer_sdk import typing as th
from singer_sdk.connectors import SQLConnector
from singer_sdk.sinks import SQLSink
from singer_sdk.target_base import SQLTarget
from sqlalchemy.dialects.sqlite import insert


class Connector(SQLConnector):
    allow_column_alter = False
    allow_temp_tables = False

    def get_sqlalchemy_url(self, config):
        return f"sqlite:///{config['path']}"


class Sink(SQLSink):
    connector_class = Connector
    max_size = 1000

    def bulk_insert_records(self, full_table_name, schema, records):
        names = self.conform_schema(schema)["properties"]
        rows = [{name: record.get(name) for name in names} for record in map(self.conform_record, records)]
        with self.connector._connect() as connection, connection.begin():
            table = sqlalchemy.Table(str(full_table_name), sqlalchemy.MetaData(), autoload_with=connection)
            statement = insert(table)
            new = {name: statement.excluded[name] for name in names if name not in self.key_properties}
            connection.execute(statement.on_conflict_do_update(index_elements=list(self.key_properties), set_=new), rows)
        return len(rows)


class Target(SQLTarget):
    name = "target-peers"
    default_sink_class = Sink
    config_jsonschema = th.PropertiesList(th.Property("path", th.StringType)).to_dict()


Target.cli()
