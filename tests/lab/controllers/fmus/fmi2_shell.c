/* FMI 2.0 for co-simulation around a law of a few numbers: LAW names the file with its variables.
 *
 * A law has COUNT numbers v[], `outputs(v)`, which computes what depends on inputs, and `advance(v, h)`. */
#include <stdlib.h>
#include <string.h>

#include LAW

typedef unsigned int reference;
typedef void (*logger_type)(void *, const char *, int, const char *, const char *, ...);
typedef struct {
    logger_type logger;
    void *allocate, *release, *finished, *environment;
} callbacks;
typedef struct {
    double v[COUNT];
    logger_type logger;
    void *environment;
} unit;
enum { OK, ERROR = 3 };

const char *fmi2GetTypesPlatform(void) { return "default"; }
const char *fmi2GetVersion(void) { return "2.0"; }

void *fmi2Instantiate(const char *name, int type, const char *guid, const char *place, const callbacks *c, int v, int l) {
    unit *u = calloc(1, sizeof *u);
    (void)name, (void)type, (void)guid, (void)place, (void)v, (void)l;
    u->logger = c ? c->logger : NULL, u->environment = c ? c->environment : NULL;
    begin(u->v);
    return u;
}
void fmi2FreeInstance(void *u) { free(u); }
int fmi2SetDebugLogging(void *u, int on, size_t n, const char *const names[]) { (void)u, (void)on, (void)n, (void)names; return OK; }
int fmi2SetupExperiment(void *u, int a, double b, double c, int d, double e) {
    (void)u, (void)a, (void)b, (void)c, (void)d, (void)e;
    return OK;
}
int fmi2EnterInitializationMode(void *u) { (void)u; return OK; }
int fmi2ExitInitializationMode(void *u) { outputs(((unit *)u)->v); return OK; }
int fmi2Terminate(void *u) { (void)u; return OK; }
int fmi2Reset(void *u) { memset(((unit *)u)->v, 0, sizeof(double) * COUNT), begin(((unit *)u)->v); return OK; }

int fmi2GetReal(void *u, const reference r[], size_t n, double value[]) {
    for (size_t i = 0; i < n; i++) value[i] = ((unit *)u)->v[r[i]];
    return OK;
}
int fmi2SetReal(void *u, const reference r[], size_t n, const double value[]) {
    for (size_t i = 0; i < n; i++) ((unit *)u)->v[r[i]] = value[i];
    return OK;
}

int fmi2DoStep(void *instance, double now, double h, int no_way_back) {
    unit *u = instance;
    (void)now, (void)no_way_back;
    if (advance(u->v, h)) {
        if (u->logger) u->logger(u->environment, "law", ERROR, "logStatusError", "the law has given up");
        return ERROR;
    }
    outputs(u->v);
    return OK;
}

int fmi2GetFMUstate(void *u, void **state) {
    if (!*state) *state = malloc(sizeof(double) * COUNT);
    memcpy(*state, ((unit *)u)->v, sizeof(double) * COUNT);
    return OK;
}
int fmi2SetFMUstate(void *u, void *state) { memcpy(((unit *)u)->v, state, sizeof(double) * COUNT); return OK; }
int fmi2FreeFMUstate(void *u, void **state) { (void)u, free(*state), *state = NULL; return OK; }
int fmi2SerializedFMUstateSize(void *u, void *state, size_t *size) { (void)u, (void)state, *size = sizeof(double) * COUNT; return OK; }
int fmi2SerializeFMUstate(void *u, void *state, char bytes[], size_t size) { (void)u, memcpy(bytes, state, size); return OK; }
int fmi2DeSerializeFMUstate(void *u, const char bytes[], size_t size, void **state) {
    (void)u;
    if (!*state) *state = malloc(size);
    memcpy(*state, bytes, size);
    return OK;
}

/* what the standard wants to be there, and nobody calls */
#define REFUSED(NAME) int NAME(void) { return ERROR; }
REFUSED(fmi2GetInteger) REFUSED(fmi2GetBoolean) REFUSED(fmi2GetString)
REFUSED(fmi2SetInteger) REFUSED(fmi2SetBoolean) REFUSED(fmi2SetString)
REFUSED(fmi2GetDirectionalDerivative) REFUSED(fmi2SetRealInputDerivatives) REFUSED(fmi2GetRealOutputDerivatives)
REFUSED(fmi2CancelStep) REFUSED(fmi2GetStatus) REFUSED(fmi2GetRealStatus) REFUSED(fmi2GetIntegerStatus)
REFUSED(fmi2GetBooleanStatus) REFUSED(fmi2GetStringStatus)
