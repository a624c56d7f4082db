from django.urls import include, path
from rest_framework import pagination, routers, serializers, viewsets

from library.models import Book


class BookSerializer(serializers.ModelSerializer):
    class Meta:
        model = Book
        fields = "__all__"


class Pages(pagination.PageNumberPagination):
    page_size = 20
    page_size_query_param = "page_size"
    max_page_size = 100


class BookViewSet(viewsets.ModelViewSet):
    queryset = Book.objects.all()
    serializer_class = BookSerializer
    pagination_class = Pages


router = routers.DefaultRouter()
router.register("books", BookViewSet)
urlpatterns = [path("api/", include(router.urls))]
