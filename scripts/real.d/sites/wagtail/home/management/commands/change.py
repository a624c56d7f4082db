import json
import sys

from django.core.management.base import BaseCommand
from django.db import transaction
from home.models import Article
from wagtail.models import Page, Site


class Command(BaseCommand):
    help = "Adds, edits or deletes pages; the articles or IDs are JSON on standard input."

    def add_arguments(self, parser):
        parser.add_argument("how", choices=["add", "edit", "delete"])

    @transaction.atomic
    def handle(self, how, **_):
        values = json.load(sys.stdin)
        if how == "add":
            home = Site.objects.get(is_default_site=True).root_page
            last = Article.objects.order_by("-id").values_list("id", flat=True).first() or 0
            for number, value in enumerate(values, start=last):
                home.add_child(instance=Article(slug=f"article-{number}", **value))
            return
        for page in Page.objects.filter(id__in=values).specific():
            if how == "edit":
                page.title = f"Edited {page.title}"
                page.save_revision().publish()
            else:
                page.delete()
