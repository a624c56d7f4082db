from django.db import models


class Book(models.Model):
    title = models.CharField(max_length=200)
    note = models.TextField()
    big = models.BigIntegerField()
    score = models.FloatField()
    price = models.DecimalField(max_digits=8, decimal_places=2, default="12.50")
    modified = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["id"]
