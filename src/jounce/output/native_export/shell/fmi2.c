/* FMI 2.0 for co-simulation around one car. Value references are the indices of variables. */
#include "tables.h"

#if defined(_WIN32)
#define FMI_EXPORT __declspec(dllexport)
#else
#define FMI_EXPORT __attribute__((visibility("default")))
#endif

typedef enum { fmi2OK, fmi2Warning, fmi2Discard, fmi2Error, fmi2Fatal, fmi2Pending } fmi2Status;
typedef unsigned int fmi2ValueReference;
typedef void (*fmi2Logger)(void *, const char *, fmi2Status, const char *, const char *, ...);
typedef struct {
    fmi2Logger logger;
    void *(*allocate)(size_t, size_t);
    void (*release)(void *);
    void (*finished)(void *, fmi2Status);
    void *environment;
} fmi2Callbacks;

enum { INSTANTIATED = 1, INITIALIZING = 2, STEPPING = 4, TERMINATED = 8, FAILED = 16 };

typedef struct {
    car *one;
    int mode;
    int logs;
    char name[128];
    fmi2Logger logger;
    void *environment;
} component;

/* ---------------------------------------------------------------- errors */

static fmi2Status report(component *c, fmi2Status status, const char *text) {
    if (c->logger) c->logger(c->environment, c->name, status, "logStatusError", text);
    return status;
}

static fmi2Status refuse(component *c, const char *where, const char *what) {
    car_refuse(c->one, where, what);
    return report(c, fmi2Error, car_error(c->one));
}

static int allowed(component *c, int modes, const char *name) {
    if (c && (c->mode & modes)) return 1;
    if (c) refuse(c, name, "not allowed in this state of the FMU");
    return 0;
}

/* ---------------------------------------------------------------- life */

FMI_EXPORT const char *fmi2GetTypesPlatform(void) { return "default"; }
FMI_EXPORT const char *fmi2GetVersion(void) { return "2.0"; }

FMI_EXPORT void *fmi2Instantiate(const char *name, int type, const char *guid, const char *resources,
                                 const fmi2Callbacks *callbacks, int visible, int logs) {
    (void)visible;
    component *c = find_memory(sizeof *c);
    if (!c) return NULL;
    if (callbacks) c->logger = callbacks->logger, c->environment = callbacks->environment;
    for (int i = 0; name && name[i] && i + 1 < (int)sizeof c->name; i++) c->name[i] = name[i];
    c->logs = logs;
    const char *wrong = NULL;
    c->one = car_create_in(resources, &wrong);
    c->mode = INSTANTIATED;
    const char *why = !c->one                            ? wrong
                      : type != 1                        ? "fmi2Instantiate: co-simulation only"
                      : !guid || !same_string(guid, fmu_token) ? "fmi2Instantiate: modelDescription.xml is of another FMU"
                                                         : NULL;
    if (!why) return c;
    report(c, fmi2Error, why);
    if (c->one) car_free(c->one);
    give_memory_back(c);
    return NULL;
}

FMI_EXPORT void fmi2FreeInstance(void *instance) {
    component *c = instance;
    if (!c) return;
    car_free(c->one);
    give_memory_back(c);
}

FMI_EXPORT fmi2Status fmi2SetDebugLogging(void *instance, int logs, size_t count, const char *const categories[]) {
    component *c = instance;
    (void)count, (void)categories;
    if (!c) return fmi2Error;
    c->logs = logs;
    return fmi2OK;
}

FMI_EXPORT fmi2Status fmi2SetupExperiment(void *instance, int tolerance_given, double tolerance, double start,
                                          int stop_given, double stop) {
    component *c = instance;
    (void)tolerance_given, (void)tolerance, (void)stop_given, (void)stop;
    if (!allowed(c, INSTANTIATED, "fmi2SetupExperiment")) return fmi2Error;
    if (!(start - start == 0.0)) return refuse(c, "fmi2SetupExperiment", "the start time is not a number");
    *car_communication_time(c->one) = start;
    return fmi2OK;
}

static fmi2Status change_mode(component *c, int from, int to, const char *name) {
    if (!allowed(c, from, name)) return fmi2Error;
    c->mode = to;
    return fmi2OK;
}

FMI_EXPORT fmi2Status fmi2EnterInitializationMode(void *c) {
    return change_mode(c, INSTANTIATED, INITIALIZING, "fmi2EnterInitializationMode");
}
FMI_EXPORT fmi2Status fmi2ExitInitializationMode(void *c) {
    return change_mode(c, INITIALIZING, STEPPING, "fmi2ExitInitializationMode");
}
FMI_EXPORT fmi2Status fmi2Terminate(void *c) { return change_mode(c, STEPPING | FAILED, TERMINATED, "fmi2Terminate"); }

FMI_EXPORT fmi2Status fmi2Reset(void *instance) {
    component *c = instance;
    if (!c) return fmi2Error;
    car_reset(c->one);
    c->mode = INSTANTIATED;
    return fmi2OK;
}

/* ---------------------------------------------------------------- variables */

static int known(component *c, fmi2ValueReference r, int type, const char *name) {
    if (r < (fmi2ValueReference)variable_count && slots[r].type == type) return 1;
    refuse(c, name, "no variable of this type has this value reference");
    return 0;
}

static double read_one(const component *c, fmi2ValueReference r) {
    return r == 0 ? *car_communication_time(c->one) : car_get(c->one, (int)r);
}

static int write_one(component *c, fmi2ValueReference r, double value) {
    const car_variable *v = &variables[r];
    if (v->kind == CAR_OUTPUT) {
        if (c->mode == INSTANTIATED || c->mode == INITIALIZING) return 0; /* start values of outputs are computed */
        refuse(c, v->name, "is an output, and cannot be set");
        return 1;
    }
    if (!car_put(c->one, (int)r, value, 0)) return 0;
    report(c, fmi2Error, car_error(c->one));
    return 1;
}

#define ACCESS(TITLE, KIND, TYPE)                                                                                     \
    FMI_EXPORT fmi2Status fmi2Get##TITLE(void *instance, const fmi2ValueReference r[], size_t n, TYPE value[]) {       \
        component *c = instance;                                                                                      \
        if (!allowed(c, INSTANTIATED | INITIALIZING | STEPPING | TERMINATED | FAILED, "fmi2Get" #TITLE)) return fmi2Error; \
        for (size_t i = 0; i < n; i++) {                                                                              \
            if (!known(c, r[i], KIND, "fmi2Get" #TITLE)) return fmi2Error;                                            \
            value[i] = (TYPE)read_one(c, r[i]);                                                                       \
        }                                                                                                             \
        return fmi2OK;                                                                                                \
    }                                                                                                                 \
    FMI_EXPORT fmi2Status fmi2Set##TITLE(void *instance, const fmi2ValueReference r[], size_t n, const TYPE value[]) { \
        component *c = instance;                                                                                      \
        if (!allowed(c, INSTANTIATED | INITIALIZING | STEPPING, "fmi2Set" #TITLE)) return fmi2Error;                  \
        for (size_t i = 0; i < n; i++)                                                                                \
            if (!known(c, r[i], KIND, "fmi2Set" #TITLE) || write_one(c, r[i], (double)value[i])) return fmi2Error;    \
        return fmi2OK;                                                                                                \
    }

ACCESS(Real, TYPE_REAL, double)
ACCESS(Integer, TYPE_INTEGER, int)
ACCESS(Boolean, TYPE_BOOLEAN, int)

FMI_EXPORT fmi2Status fmi2GetString(void *c, const fmi2ValueReference r[], size_t n, const char *value[]) {
    (void)r, (void)value;
    return !c ? fmi2Error : n ? refuse(c, "fmi2GetString", "there are no strings") : fmi2OK;
}
FMI_EXPORT fmi2Status fmi2SetString(void *c, const fmi2ValueReference r[], size_t n, const char *const value[]) {
    (void)r, (void)value;
    return !c ? fmi2Error : n ? refuse(c, "fmi2SetString", "there are no strings") : fmi2OK;
}

/* ---------------------------------------------------------------- states */

#define ANY (INSTANTIATED | INITIALIZING | STEPPING | TERMINATED | FAILED)

/* The mode is kept with the snapshot: it comes back with the state. */
typedef struct {
    int mode;
    double bytes[1];
} kept_state;

FMI_EXPORT fmi2Status fmi2GetFMUstate(void *instance, void **state) {
    component *c = instance;
    if (!allowed(c, ANY, "fmi2GetFMUstate") || !state) return fmi2Error;
    kept_state *s = *state ? *state : find_memory(sizeof *s + car_snapshot_size());
    if (!s) return refuse(c, "fmi2GetFMUstate", "no memory");
    s->mode = c->mode;
    car_snapshot(c->one, s->bytes, car_snapshot_size());
    *state = s;
    return fmi2OK;
}

FMI_EXPORT fmi2Status fmi2SetFMUstate(void *instance, void *state) {
    component *c = instance;
    kept_state *s = state;
    if (!allowed(c, ANY, "fmi2SetFMUstate")) return fmi2Error;
    if (!s) return refuse(c, "fmi2SetFMUstate", "no state was given");
    if (car_restore(c->one, s->bytes, car_snapshot_size())) return report(c, fmi2Error, car_error(c->one));
    c->mode = s->mode;
    return fmi2OK;
}

FMI_EXPORT fmi2Status fmi2FreeFMUstate(void *c, void **state) {
    if (!c) return fmi2Error;
    if (state && *state) give_memory_back(*state), *state = NULL;
    return fmi2OK;
}

FMI_EXPORT fmi2Status fmi2SerializedFMUstateSize(void *c, void *state, size_t *size) {
    if (!c || !state || !size) return fmi2Error;
    *size = car_snapshot_size() + 1;
    return fmi2OK;
}

FMI_EXPORT fmi2Status fmi2SerializeFMUstate(void *instance, void *state, unsigned char bytes[], size_t size) {
    kept_state *s = state;
    if (!instance || !s || !bytes) return fmi2Error;
    if (size != car_snapshot_size() + 1) return refuse(instance, "fmi2SerializeFMUstate", "another size was expected");
    bytes[0] = (unsigned char)s->mode;
    copy_bytes(bytes + 1, s->bytes, size - 1);
    return fmi2OK;
}

FMI_EXPORT fmi2Status fmi2DeSerializeFMUstate(void *instance, const unsigned char bytes[], size_t size, void **state) {
    if (!instance || !bytes || !state) return fmi2Error;
    if (size != car_snapshot_size() + 1)
        return refuse(instance, "fmi2DeSerializeFMUstate", "these bytes are no state of this FMU");
    kept_state *s = *state ? *state : find_memory(sizeof *s + car_snapshot_size());
    if (!s) return refuse(instance, "fmi2DeSerializeFMUstate", "no memory");
    s->mode = bytes[0];
    copy_bytes(s->bytes, bytes + 1, size - 1);
    *state = s;
    return fmi2OK;
}

/* ---------------------------------------------------------------- stepping */

FMI_EXPORT fmi2Status fmi2DoStep(void *instance, double now, double step, int no_way_back) {
    component *c = instance;
    (void)no_way_back;
    if (!allowed(c, STEPPING, "fmi2DoStep")) return fmi2Error;
    if (!(now - now == 0.0)) return refuse(c, "fmi2DoStep", "the communication point is not a number");
    if (car_step(c->one, step)) {
        c->mode = FAILED;
        return report(c, fmi2Error, car_error(c->one));
    }
    *car_communication_time(c->one) = now + step;
    return fmi2OK;
}

FMI_EXPORT fmi2Status fmi2CancelStep(void *c) {
    return c ? refuse(c, "fmi2CancelStep", "steps are not asynchronous") : fmi2Error;
}

FMI_EXPORT fmi2Status fmi2GetDirectionalDerivative(void *c, const fmi2ValueReference unknown[], size_t n,
                                                   const fmi2ValueReference given[], size_t m, const double seed[],
                                                   double result[]) {
    (void)unknown, (void)n, (void)given, (void)m, (void)seed, (void)result;
    return c ? refuse(c, "fmi2GetDirectionalDerivative", "not provided") : fmi2Error;
}

FMI_EXPORT fmi2Status fmi2SetRealInputDerivatives(void *c, const fmi2ValueReference r[], size_t n, const int order[],
                                                  const double value[]) {
    (void)r, (void)n, (void)order, (void)value;
    return c ? refuse(c, "fmi2SetRealInputDerivatives", "inputs are held within a step") : fmi2Error;
}

FMI_EXPORT fmi2Status fmi2GetRealOutputDerivatives(void *c, const fmi2ValueReference r[], size_t n, const int order[],
                                                   double value[]) {
    (void)r, (void)n, (void)order, (void)value;
    return c ? refuse(c, "fmi2GetRealOutputDerivatives", "not provided") : fmi2Error;
}

/* fmi2LastSuccessfulTime is 2; nothing is ever pending */
FMI_EXPORT fmi2Status fmi2GetRealStatus(void *instance, int kind, double *value) {
    component *c = instance;
    if (!c || !value) return fmi2Error;
    if (kind != 2) return fmi2Discard;
    *value = *car_communication_time(c->one);
    return fmi2OK;
}

FMI_EXPORT fmi2Status fmi2GetStatus(void *c, int kind, fmi2Status *value) {
    (void)kind, (void)value;
    return c ? fmi2Discard : fmi2Error;
}
FMI_EXPORT fmi2Status fmi2GetIntegerStatus(void *c, int kind, int *value) {
    (void)kind, (void)value;
    return c ? fmi2Discard : fmi2Error;
}
FMI_EXPORT fmi2Status fmi2GetBooleanStatus(void *instance, int kind, int *value) {
    component *c = instance;
    if (!c || !value) return fmi2Error;
    if (kind != 3) return fmi2Discard; /* fmi2Terminated */
    *value = c->mode == FAILED || c->mode == TERMINATED;
    return fmi2OK;
}
FMI_EXPORT fmi2Status fmi2GetStringStatus(void *c, int kind, const char **value) {
    (void)kind, (void)value;
    return c ? fmi2Discard : fmi2Error;
}
