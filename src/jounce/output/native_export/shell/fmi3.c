/* FMI 3.0 for co-simulation around one car. Value references are the indices of variables, and behind them those of
 * arrays of variables. */
#include <stdbool.h>

#include "tables.h"

#if defined(_WIN32)
#define FMI_EXPORT __declspec(dllexport)
#else
#define FMI_EXPORT __attribute__((visibility("default")))
#endif

typedef enum { fmi3OK, fmi3Warning, fmi3Discard, fmi3Error, fmi3Fatal } fmi3Status;
typedef uint32_t fmi3ValueReference;
typedef void *fmi3Instance;
typedef void (*fmi3Logger)(void *, fmi3Status, const char *, const char *);

enum { INSTANTIATED = 1, INITIALIZING = 2, STEPPING = 4, TERMINATED = 8, FAILED = 16 };
#define ANY (INSTANTIATED | INITIALIZING | STEPPING | TERMINATED | FAILED)

typedef struct {
    car *one;
    int mode;
    fmi3Logger logger;
    void *environment;
} component;

/* ---------------------------------------------------------------- errors */

static fmi3Status report(component *c, const char *text) {
    if (c->logger) c->logger(c->environment, fmi3Error, "logStatusError", text);
    return fmi3Error;
}

static fmi3Status refuse(component *c, const char *where, const char *what) {
    car_refuse(c->one, where, what);
    return report(c, car_error(c->one));
}

static int allowed(component *c, int modes, const char *name) {
    if (c && (c->mode & modes)) return 1;
    if (c) refuse(c, name, "not allowed in this state of the FMU");
    return 0;
}

/* ---------------------------------------------------------------- life */

FMI_EXPORT const char *fmi3GetVersion(void) { return "3.0"; }

FMI_EXPORT fmi3Status fmi3SetDebugLogging(fmi3Instance c, bool logs, size_t n, const char *const categories[]) {
    (void)logs, (void)n, (void)categories;
    return c ? fmi3OK : fmi3Error;
}

FMI_EXPORT fmi3Instance fmi3InstantiateCoSimulation(const char *name, const char *token, const char *resources,
                                                    bool visible, bool logs, bool events, bool early,
                                                    const fmi3ValueReference required[], size_t n, void *environment,
                                                    fmi3Logger logger, void *intermediate) {
    (void)name, (void)visible, (void)logs, (void)events, (void)early, (void)required, (void)n;
    (void)intermediate;
    component *c = find_memory(sizeof *c);
    if (!c) return NULL;
    c->logger = logger, c->environment = environment, c->mode = INSTANTIATED;
    const char *wrong = NULL;
    c->one = car_create_in(resources, &wrong);
    const char *why = !c->one                                    ? wrong
                      : !token || !same_string(token, fmu_token) ? "fmi3InstantiateCoSimulation: "
                                                                   "modelDescription.xml is of another FMU"
                                                                 : NULL;
    if (!why) return c;
    report(c, why);
    if (c->one) car_free(c->one);
    give_memory_back(c);
    return NULL;
}

FMI_EXPORT fmi3Instance fmi3InstantiateModelExchange(const char *name, const char *token, const char *resources,
                                                     bool visible, bool logs, void *environment, fmi3Logger logger) {
    (void)name, (void)token, (void)resources, (void)visible, (void)logs;
    if (logger) logger(environment, fmi3Error, "logStatusError", "fmi3InstantiateModelExchange: co-simulation only");
    return NULL;
}

FMI_EXPORT fmi3Instance fmi3InstantiateScheduledExecution(const char *name, const char *token, const char *resources,
                                                          bool visible, bool logs, void *environment,
                                                          fmi3Logger logger, void *update, void *lock, void *unlock) {
    (void)update, (void)lock, (void)unlock;
    return fmi3InstantiateModelExchange(name, token, resources, visible, logs, environment, logger);
}

FMI_EXPORT void fmi3FreeInstance(fmi3Instance instance) {
    component *c = instance;
    if (!c) return;
    car_free(c->one);
    give_memory_back(c);
}

static fmi3Status change_mode(component *c, int from, int to, const char *name) {
    if (!allowed(c, from, name)) return fmi3Error;
    c->mode = to;
    return fmi3OK;
}

FMI_EXPORT fmi3Status fmi3EnterInitializationMode(fmi3Instance c, bool tolerance_given, double tolerance, double start,
                                                  bool stop_given, double stop) {
    (void)tolerance_given, (void)tolerance, (void)stop_given, (void)stop;
    if (!allowed(c, INSTANTIATED, "fmi3EnterInitializationMode")) return fmi3Error;
    if (!(start - start == 0.0)) return refuse(c, "fmi3EnterInitializationMode", "the start time is not a number");
    *car_communication_time(((component *)c)->one) = start;
    return change_mode(c, INSTANTIATED, INITIALIZING, "fmi3EnterInitializationMode");
}
FMI_EXPORT fmi3Status fmi3ExitInitializationMode(fmi3Instance c) {
    return change_mode(c, INITIALIZING, STEPPING, "fmi3ExitInitializationMode");
}
FMI_EXPORT fmi3Status fmi3Terminate(fmi3Instance c) {
    return change_mode(c, STEPPING | FAILED, TERMINATED, "fmi3Terminate");
}

FMI_EXPORT fmi3Status fmi3Reset(fmi3Instance instance) {
    component *c = instance;
    if (!c) return fmi3Error;
    car_reset(c->one);
    c->mode = INSTANTIATED;
    return fmi3OK;
}

/* ---------------------------------------------------------------- variables */

/* The indices of the variables behind a reference; none if it is of another type. */
static int members(component *c, fmi3ValueReference r, int type, const char *name, int *first, const int **list) {
    if (r < (fmi3ValueReference)variable_count && slots[r].type == type) return *first = (int)r, *list = NULL, 1;
    r -= (fmi3ValueReference)variable_count;
    if (type == TYPE_REAL && r < (fmi3ValueReference)array_count)
        return *list = array_members + array_starts[r], array_starts[r + 1] - array_starts[r];
    refuse(c, name, "no variable of this type has this value reference");
    return 0;
}

static double read_one(const component *c, int index) {
    return index == 0 ? *car_communication_time(c->one) : car_get(c->one, index);
}

static int write_one(component *c, int index, double value) {
    const car_variable *v = &variables[index];
    if (v->kind == CAR_OUTPUT) {
        if (c->mode == INSTANTIATED || c->mode == INITIALIZING) return 0; /* start values of outputs are computed */
        refuse(c, v->name, "is an output, and cannot be set");
        return 1;
    }
    if (!car_put(c->one, index, value, 0)) return 0;
    report(c, car_error(c->one));
    return 1;
}

#define ACCESS(TITLE, KIND, TYPE)                                                                                     \
    FMI_EXPORT fmi3Status fmi3Get##TITLE(fmi3Instance instance, const fmi3ValueReference r[], size_t n, TYPE value[], \
                                         size_t count) {                                                              \
        component *c = instance;                                                                                      \
        size_t done = 0;                                                                                              \
        if (!allowed(c, ANY, "fmi3Get" #TITLE)) return fmi3Error;                                                     \
        for (size_t i = 0; i < n; i++) {                                                                              \
            int first = 0;                                                                                            \
            const int *list = NULL;                                                                                   \
            int many = members(c, r[i], KIND, "fmi3Get" #TITLE, &first, &list);                                       \
            if (!many) return fmi3Error;                                                                              \
            if (done + (size_t)many > count) return refuse(c, "fmi3Get" #TITLE, "fewer values than variables have");  \
            for (int k = 0; k < many; k++) value[done++] = (TYPE)read_one(c, list ? list[k] : first);                 \
        }                                                                                                             \
        return fmi3OK;                                                                                                \
    }                                                                                                                 \
    FMI_EXPORT fmi3Status fmi3Set##TITLE(fmi3Instance instance, const fmi3ValueReference r[], size_t n,               \
                                         const TYPE value[], size_t count) {                                          \
        component *c = instance;                                                                                      \
        size_t done = 0;                                                                                              \
        if (!allowed(c, INSTANTIATED | INITIALIZING | STEPPING, "fmi3Set" #TITLE)) return fmi3Error;                  \
        for (size_t i = 0; i < n; i++) {                                                                              \
            int first = 0;                                                                                            \
            const int *list = NULL;                                                                                   \
            int many = members(c, r[i], KIND, "fmi3Set" #TITLE, &first, &list);                                       \
            if (!many) return fmi3Error;                                                                              \
            if (done + (size_t)many > count) return refuse(c, "fmi3Set" #TITLE, "fewer values than variables have");  \
            for (int k = 0; k < many; k++)                                                                            \
                if (write_one(c, list ? list[k] : first, (double)value[done++])) return fmi3Error;                    \
        }                                                                                                             \
        return fmi3OK;                                                                                                \
    }

ACCESS(Float64, TYPE_REAL, double)
ACCESS(Int32, TYPE_INTEGER, int32_t)
ACCESS(Boolean, TYPE_BOOLEAN, bool)

#define NONE(TITLE, TYPE)                                                                                             \
    FMI_EXPORT fmi3Status fmi3Get##TITLE(fmi3Instance c, const fmi3ValueReference r[], size_t n, TYPE value[],        \
                                         size_t count) {                                                              \
        (void)r, (void)value, (void)count;                                                                            \
        return !c ? fmi3Error : n ? refuse(c, "fmi3Get" #TITLE, "there are no variables of this type") : fmi3OK;      \
    }                                                                                                                 \
    FMI_EXPORT fmi3Status fmi3Set##TITLE(fmi3Instance c, const fmi3ValueReference r[], size_t n, const TYPE value[],  \
                                         size_t count) {                                                              \
        (void)r, (void)value, (void)count;                                                                            \
        return !c ? fmi3Error : n ? refuse(c, "fmi3Set" #TITLE, "there are no variables of this type") : fmi3OK;      \
    }

NONE(Float32, float)
NONE(Int8, int8_t)
NONE(UInt8, uint8_t)
NONE(Int16, int16_t)
NONE(UInt16, uint16_t)
NONE(UInt32, uint32_t)
NONE(Int64, int64_t)
NONE(UInt64, uint64_t)
typedef const char *fmi3String;
NONE(String, fmi3String)

#define REFUSED(NAME, ARGUMENTS, WHY)                                                                                 \
    FMI_EXPORT fmi3Status NAME ARGUMENTS { return c ? refuse(c, #NAME, WHY) : fmi3Error; }
#define REFERENCES const fmi3ValueReference *r, size_t n

#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wunused-parameter"
#endif

REFUSED(fmi3GetBinary, (fmi3Instance c, REFERENCES, size_t *sizes, const uint8_t **values, size_t m), "there are none")
REFUSED(fmi3SetBinary, (fmi3Instance c, REFERENCES, const size_t *sizes, const uint8_t *const *values, size_t m),
        "there are none")
REFUSED(fmi3GetClock, (fmi3Instance c, REFERENCES, bool *values), "there are no clocks")
REFUSED(fmi3SetClock, (fmi3Instance c, REFERENCES, const bool *values), "there are no clocks")
REFUSED(fmi3GetIntervalDecimal, (fmi3Instance c, REFERENCES, double *intervals, int *qualifiers), "there are no clocks")
REFUSED(fmi3GetIntervalFraction, (fmi3Instance c, REFERENCES, uint64_t *counters, uint64_t *resolutions, int *q),
        "there are no clocks")
REFUSED(fmi3GetShiftDecimal, (fmi3Instance c, REFERENCES, double *shifts), "there are no clocks")
REFUSED(fmi3GetShiftFraction, (fmi3Instance c, REFERENCES, uint64_t *counters, uint64_t *resolutions),
        "there are no clocks")
REFUSED(fmi3SetIntervalDecimal, (fmi3Instance c, REFERENCES, const double *intervals), "there are no clocks")
REFUSED(fmi3SetIntervalFraction, (fmi3Instance c, REFERENCES, const uint64_t *counters, const uint64_t *resolutions),
        "there are no clocks")
REFUSED(fmi3SetShiftDecimal, (fmi3Instance c, REFERENCES, const double *shifts), "there are no clocks")
REFUSED(fmi3SetShiftFraction, (fmi3Instance c, REFERENCES, const uint64_t *counters, const uint64_t *resolutions),
        "there are no clocks")
REFUSED(fmi3EvaluateDiscreteStates, (fmi3Instance c), "there are no events")
REFUSED(fmi3UpdateDiscreteStates,
        (fmi3Instance c, bool *need, bool *terminate, bool *nominals, bool *values, bool *defined, double *time),
        "there are no events")
REFUSED(fmi3EnterEventMode, (fmi3Instance c), "there are no events")
REFUSED(fmi3EnterStepMode, (fmi3Instance c), "there are no events")
REFUSED(fmi3EnterConfigurationMode, (fmi3Instance c), "there are no structural parameters")
REFUSED(fmi3ExitConfigurationMode, (fmi3Instance c), "there are no structural parameters")
REFUSED(fmi3EnterContinuousTimeMode, (fmi3Instance c), "co-simulation only")
REFUSED(fmi3CompletedIntegratorStep, (fmi3Instance c, bool keep, bool *event, bool *terminate), "co-simulation only")
REFUSED(fmi3SetTime, (fmi3Instance c, double time), "co-simulation only")
REFUSED(fmi3SetContinuousStates, (fmi3Instance c, const double *states, size_t n), "co-simulation only")
REFUSED(fmi3GetContinuousStateDerivatives, (fmi3Instance c, double *rates, size_t n), "co-simulation only")
REFUSED(fmi3GetEventIndicators, (fmi3Instance c, double *values, size_t n), "co-simulation only")
REFUSED(fmi3GetContinuousStates, (fmi3Instance c, double *states, size_t n), "co-simulation only")
REFUSED(fmi3GetNominalsOfContinuousStates, (fmi3Instance c, double *nominals, size_t n), "co-simulation only")
REFUSED(fmi3GetNumberOfEventIndicators, (fmi3Instance c, size_t *n), "co-simulation only")
REFUSED(fmi3GetNumberOfContinuousStates, (fmi3Instance c, size_t *n), "co-simulation only")
REFUSED(fmi3GetOutputDerivatives, (fmi3Instance c, REFERENCES, const int32_t *orders, double *values, size_t m),
        "not provided")
REFUSED(fmi3GetDirectionalDerivative,
        (fmi3Instance c, REFERENCES, const fmi3ValueReference *k, size_t m, const double *seed, size_t s, double *out,
         size_t o),
        "not provided")
REFUSED(fmi3GetAdjointDerivative,
        (fmi3Instance c, REFERENCES, const fmi3ValueReference *k, size_t m, const double *seed, size_t s, double *out,
         size_t o),
        "not provided")
REFUSED(fmi3GetNumberOfVariableDependencies, (fmi3Instance c, fmi3ValueReference r, size_t *n), "not provided")
REFUSED(fmi3GetVariableDependencies,
        (fmi3Instance c, fmi3ValueReference r, size_t *elements, fmi3ValueReference *independents, size_t *places,
         int *kinds, size_t n),
        "not provided")
REFUSED(fmi3ActivateModelPartition, (fmi3Instance c, fmi3ValueReference clock, double time), "co-simulation only")

/* ---------------------------------------------------------------- states */

/* The mode is kept with the snapshot: it comes back with the state. */
typedef struct {
    int mode;
    double bytes[1];
} kept_state;

FMI_EXPORT fmi3Status fmi3GetFMUState(fmi3Instance instance, void **state) {
    component *c = instance;
    if (!allowed(c, ANY, "fmi3GetFMUState") || !state) return fmi3Error;
    kept_state *s = *state ? *state : find_memory(sizeof *s + car_snapshot_size());
    if (!s) return refuse(c, "fmi3GetFMUState", "no memory");
    s->mode = c->mode;
    car_snapshot(c->one, s->bytes, car_snapshot_size());
    *state = s;
    return fmi3OK;
}

FMI_EXPORT fmi3Status fmi3SetFMUState(fmi3Instance instance, void *state) {
    component *c = instance;
    kept_state *s = state;
    if (!allowed(c, ANY, "fmi3SetFMUState")) return fmi3Error;
    if (!s) return refuse(c, "fmi3SetFMUState", "no state was given");
    if (car_restore(c->one, s->bytes, car_snapshot_size())) return report(c, car_error(c->one));
    c->mode = s->mode;
    return fmi3OK;
}

FMI_EXPORT fmi3Status fmi3FreeFMUState(fmi3Instance c, void **state) {
    if (!c) return fmi3Error;
    if (state && *state) give_memory_back(*state), *state = NULL;
    return fmi3OK;
}

FMI_EXPORT fmi3Status fmi3SerializedFMUStateSize(fmi3Instance c, void *state, size_t *size) {
    if (!c || !state || !size) return fmi3Error;
    *size = car_snapshot_size() + 1;
    return fmi3OK;
}

FMI_EXPORT fmi3Status fmi3SerializeFMUState(fmi3Instance c, void *state, uint8_t bytes[], size_t size) {
    kept_state *s = state;
    if (!c || !s || !bytes) return fmi3Error;
    if (size != car_snapshot_size() + 1) return refuse(c, "fmi3SerializeFMUState", "another size was expected");
    bytes[0] = (uint8_t)s->mode;
    copy_bytes(bytes + 1, s->bytes, size - 1);
    return fmi3OK;
}

FMI_EXPORT fmi3Status fmi3DeserializeFMUState(fmi3Instance c, const uint8_t bytes[], size_t size, void **state) {
    if (!c || !bytes || !state) return fmi3Error;
    if (size != car_snapshot_size() + 1)
        return refuse(c, "fmi3DeserializeFMUState", "these bytes are no state of this FMU");
    kept_state *s = *state ? *state : find_memory(sizeof *s + car_snapshot_size());
    if (!s) return refuse(c, "fmi3DeserializeFMUState", "no memory");
    s->mode = bytes[0];
    copy_bytes(s->bytes, bytes + 1, size - 1);
    *state = s;
    return fmi3OK;
}

/* ---------------------------------------------------------------- stepping */

FMI_EXPORT fmi3Status fmi3DoStep(fmi3Instance instance, double now, double step, bool no_way_back, bool *event,
                                 bool *terminate, bool *early, double *last) {
    component *c = instance;
    if (!allowed(c, STEPPING, "fmi3DoStep")) return fmi3Error;
    if (event) *event = false;
    if (terminate) *terminate = false;
    if (early) *early = false;
    if (last) *last = now;
    if (!(now - now == 0.0)) return refuse(c, "fmi3DoStep", "the communication point is not a number");
    if (car_step(c->one, step)) {
        c->mode = FAILED;
        return report(c, car_error(c->one));
    }
    *car_communication_time(c->one) = now + step;
    if (last) *last = now + step;
    return fmi3OK;
}
