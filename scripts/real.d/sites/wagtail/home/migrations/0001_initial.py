from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    # What the template of Wagtail's new projects depends on, so that any version will do.
    dependencies = [("wagtailcore", "0040_page_draft_title")]

    operations = [
        migrations.CreateModel(
            name="Article",
            fields=[
                ("page_ptr", models.OneToOneField(
                    auto_created=True, on_delete=models.CASCADE, parent_link=True, primary_key=True, serialize=False,
                    to="wagtailcore.Page")),
                ("note", models.TextField()),
                ("big", models.BigIntegerField()),
                ("score", models.FloatField()),
            ],
            options={"abstract": False},
            bases=("wagtailcore.page",),
        ),
    ]
