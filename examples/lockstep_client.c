/* Step a car over TCP: a circle for ten seconds.
 *
 *     jounce serve sedan --tcp 127.0.0.1:4951          in one terminal
 *     cc lockstep_client.c -o client && ./client       in another
 *
 * The messages are described byte by byte in docs/lockstep.md. For processors that store numbers little-endian.
 */
#include <arpa/inet.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { HELLO = 1, INPUTS, CHANNELS, STEP, READ, BYE = 11, ERROR = 199, LARGEST = 60000 };

typedef struct {
    char magic[4];
    uint16_t version, kind;
    uint32_t size, sequence;
} head;

static int port;
static unsigned char reply[LARGEST];

static void stop(const char *why) {
    fprintf(stderr, "%s\n", why);
    exit(1);
}

static void receive(void *to, size_t size) {
    for (char *at = to; size;) {
        ssize_t found = recv(port, at, size, 0);
        if (found <= 0) stop("the server has closed the connection");
        at += found, size -= (size_t)found;
    }
}

/* Send a request, wait for its reply; the size of what is in it. */
static size_t ask(uint16_t kind, const void *body, size_t size) {
    static uint32_t sequence;
    unsigned char message[LARGEST];
    head h = {{'J', 'N', 'L', 'S'}, 1, kind, (uint32_t)(sizeof h + size), ++sequence};
    memcpy(message, &h, sizeof h);
    if (size) memcpy(message + sizeof h, body, size);
    if (send(port, message, sizeof h + size, 0) != (ssize_t)(sizeof h + size)) stop("cannot send");
    receive(&h, sizeof h);
    size = h.size - sizeof h;
    receive(reply, size);
    if (h.kind == ERROR) reply[size < LARGEST ? size : LARGEST - 1] = 0, stop((char *)reply);
    return size;
}

int main(int count, char **given) {
    const char *inputs = "steer\nthrottle", *channels = "chassis.position_x\nchassis.position_y\nchassis.speed";
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons((uint16_t)(count > 2 ? atoi(given[2]) : 4951))};
    inet_pton(AF_INET, count > 1 ? given[1] : "127.0.0.1", &at.sin_addr);
    port = socket(AF_INET, SOCK_STREAM, 0);
    if (connect(port, (struct sockaddr *)&at, sizeof at)) stop("nobody listens; is `jounce serve` running?");
    ask(HELLO, NULL, 0);
    ask(INPUTS, inputs, strlen(inputs));
    ask(CHANNELS, channels, strlen(channels));
    printf("time_s,x_m,y_m,speed_m_s\n");
    for (int i = 1; i <= 1000; i++) {
        double wanted[3] = {0.01, 0.2, 0.2}, state[4]; /* seconds, steer, throttle → time, x, y, speed */
        if (ask(STEP, wanted, sizeof wanted) != sizeof state) stop("not the channels that were chosen");
        memcpy(state, reply, sizeof state);
        if (i % 100 == 0) printf("%.17g,%.17g,%.17g,%.17g\n", state[0], state[1], state[2], state[3]);
    }
    ask(BYE, NULL, 0);
    close(port);
    return 0;
}
