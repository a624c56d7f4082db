#ifndef PICTURE_SERVER_H
#define PICTURE_SERVER_H

/// Serves the files of a folder over HTTP/1.1 with connections kept alive, on a thread for each connection.
///
/// Returns the port of 127.0.0.1 that it listens on; 0 where it cannot.
int picture_server(const char *folder);

#endif
