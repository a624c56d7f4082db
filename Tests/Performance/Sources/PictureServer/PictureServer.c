// A server that costs as little as it can, so that a client is measured beside others on the same machine: one read for a
// request, and sendfile for what is in it. It knows GET alone, and takes requests from programs that it trusts.

#define _GNU_SOURCE
#include "PictureServer.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/sendfile.h>
#endif

static int folder_descriptor;

static int send_all(int connection, int file, off_t size) {
#ifdef __linux__
    for (off_t place = 0; place < size;)
        if (sendfile(connection, file, &place, size - place) <= 0) return -1;
#else
    char part[65536];
    for (ssize_t count; (count = read(file, part, sizeof part)) > 0;)
        if (send(connection, part, count, 0) != count) return -1;
#endif
    return 0;
}

static int answer(int connection, const char *path) {
    char head[256];
    struct stat facts;
    int file = openat(folder_descriptor, path, O_RDONLY | O_CLOEXEC);
    if (file < 0 || fstat(file, &facts) != 0 || !S_ISREG(facts.st_mode)) {
        if (file >= 0) close(file);
        int length = snprintf(head, sizeof head, "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n");
        return send(connection, head, length, 0) == length ? 0 : -1;
    }
    int length = snprintf(
        head, sizeof head, "HTTP/1.1 200 OK\r\nContent-Type: %s\r\nContent-Length: %lld\r\n\r\n",
        strstr(path, ".json") ? "application/json" : "image/png", (long long)facts.st_size);
    int result = send(connection, head, length, 0) == length ? send_all(connection, file, facts.st_size) : -1;
    close(file);
    return result;
}

static void *serve(void *argument) {
    int connection = (int)(long)argument;
    char request[8192];
    size_t filled = 0;
    for (;;) {
        char path[256], *end;
        request[filled] = 0;
        while (!(end = strstr(request, "\r\n\r\n"))) {
            ssize_t count = read(connection, request + filled, sizeof request - 1 - filled);
            if (count <= 0) goto done;
            filled += count;
            request[filled] = 0;
        }
        if (sscanf(request, "GET /%255[^ ?]", path) != 1 || answer(connection, path) != 0) goto done;
        end += 4;
        filled -= end - request;
        memmove(request, end, filled);
    }
done:
    close(connection);
    return NULL;
}

static void *take_connections(void *argument) {
    for (;;) {
        int connection = accept((int)(long)argument, NULL, NULL);
        if (connection < 0) continue;
        pthread_t thread;
        if (pthread_create(&thread, NULL, serve, (void *)(long)connection) == 0) pthread_detach(thread);
        else close(connection);
    }
}

int picture_server(const char *folder) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    pthread_t thread;
    int listener = socket(AF_INET, SOCK_STREAM, 0);
    folder_descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (listener < 0 || folder_descriptor < 0) return 0;
    fcntl(listener, F_SETFD, FD_CLOEXEC);
    // A client that goes away ends its own connection alone.
    signal(SIGPIPE, SIG_IGN);
    if (bind(listener, (struct sockaddr *)&address, length) != 0 || listen(listener, 64) != 0) return 0;
    if (getsockname(listener, (struct sockaddr *)&address, &length) != 0) return 0;
    if (pthread_create(&thread, NULL, take_connections, (void *)(long)listener) != 0) return 0;
    return ntohs(address.sin_port);
}
