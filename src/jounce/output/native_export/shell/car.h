/* A car of jounce as a C library: no Python, nothing but the C library's mathematics.
 *
 *     car *one = car_create();
 *     car_set(one, car_find("steer"), 0.1);
 *     car_step(one, 0.01);
 *     double rate = car_get(one, car_find("chassis.yaw_rate"));
 *     car_free(one);
 *
 * All numbers are in SI. Functions that can fail return 0 for success; car_error says what went wrong, and the car
 * stays as it was before the call. Cars are independent of each other: each may live in a thread of its own.
 */
#ifndef JOUNCE_CAR_H
#define JOUNCE_CAR_H

#include <stddef.h>

#if defined(CAR_INSIDE_FMU)
#define CAR_EXPORT
#elif defined(_WIN32)
#define CAR_EXPORT __declspec(dllexport)
#elif defined(__GNUC__)
#define CAR_EXPORT __attribute__((visibility("default")))
#else
#define CAR_EXPORT
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef struct car car;

enum { CAR_OUTPUT, CAR_COCKPIT, CAR_DIRECT, CAR_HOLD, CAR_PARAMETER, CAR_ROAD };

typedef struct {
    const char *name;  /* such as chassis.yaw_rate */
    const char *unit;  /* such as rad/s; 1 for numbers without */
    const char *about; /* what it is, and which sign is which */
    int kind;          /* one of the six above */
    double minimum, maximum, start;
} car_variable;

/* A car at its start; NULL if there is no memory. */
CAR_EXPORT car *car_create(void);
CAR_EXPORT void car_free(car *one);

/* Back to the start: state, inputs and parameters. */
CAR_EXPORT void car_reset(car *one);

/* What can be set and read: variables 0 ... car_count() - 1. */
CAR_EXPORT int car_count(void);
CAR_EXPORT const car_variable *car_describe(int index); /* NULL for an index that is none */
CAR_EXPORT int car_find(const char *name);              /* -1 for a name that is none */

/* Outputs are those at the end of the last step; inputs and parameters what they were set to. NaN: no such index. */
CAR_EXPORT double car_get(const car *one, int index);

/* Inputs hold from now on. A direct input (the torque of one brake) takes its part away from the cockpit until it is
 * released; the variable hold.NAME says whether it has. */
CAR_EXPORT int car_set(car *one, int index, double value); /* CAR_ROAD: from the next step on */
CAR_EXPORT int car_release(car *one, int index);

/* Go on by so many seconds: whole integration steps, and a shorter one at the end if they do not fit. */
CAR_EXPORT int car_step(car *one, double seconds);
CAR_EXPORT double car_time(const car *one);      /* seconds since the start */
CAR_EXPORT double car_step_size(void);           /* of one integration step [s] */

/* Everything that the future depends on, as bytes: after car_restore the same inputs give the same bits, in any car of
 * this library, in any process. */
CAR_EXPORT size_t car_snapshot_size(void);
CAR_EXPORT int car_snapshot(const car *one, void *bytes, size_t size);
CAR_EXPORT int car_restore(car *one, const void *bytes, size_t size);

/* What went wrong in the last call that failed. */
CAR_EXPORT const char *car_error(const car *one);

#ifdef __cplusplus
}
#endif

#endif
