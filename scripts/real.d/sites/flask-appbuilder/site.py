"""A Flask-AppBuilder site with one resource: `site.py PORT`."""
import os
import sys

from flask import Flask
from flask_appbuilder import AppBuilder, Model, ModelRestApi
from flask_appbuilder.models.sqla.interface import SQLAInterface
from flask_appbuilder.utils.legacy import get_sqla_class
from sqlalchemy import BigInteger, Column, Float, Integer, String, Text


class Book(Model):
    __tablename__ = "books"
    id = Column(Integer, primary_key=True)
    title = Column(String(200), nullable=False)
    note = Column(Text)
    big = Column(BigInteger)
    score = Column(Float)


class BookApi(ModelRestApi):
    resource_name = "book"
    datamodel = SQLAInterface(Book)
    list_columns = show_columns = ["id", "title", "note", "big", "score"]


app = Flask(__name__)
app.config.update(
    SECRET_KEY="only for a local test server, which nobody else knows", RATELIMIT_ENABLED=False,
    SQLALCHEMY_DATABASE_URI="sqlite:///" + os.environ["DATABASE"],
)
db = get_sqla_class()()
db.init_app(app)
with app.app_context():
    builder = AppBuilder(app, db.session)
    builder.add_api(BookApi)
    Model.metadata.create_all(db.engine)
    role = builder.sm.find_role("Admin")
    if not builder.sm.find_user("ann"):
        builder.sm.add_user("ann", "Ann", "Lee", "ann@example.com", role, password=os.environ["FAB_PASSWORD"])

app.run(host="127.0.0.1", port=int(sys.argv[1]), threaded=True)
