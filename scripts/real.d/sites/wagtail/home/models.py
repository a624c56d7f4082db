from django.db import models
from wagtail.api import APIField
from wagtail.models import Page


class Article(Page):
    note = models.TextField()
    big = models.BigIntegerField()
    score = models.FloatField()

    api_fields = [APIField("note"), APIField("big"), APIField("score"), APIField("last_published_at")]
