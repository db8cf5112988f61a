/* What is different from car to car, written by jounce when a car is exported, and what the shells share. */
#ifndef JOUNCE_TABLES_H
#define JOUNCE_TABLES_H

#include <stdint.h>

#include "car.h"

enum { TYPE_REAL, TYPE_INTEGER, TYPE_BOOLEAN };

typedef struct {
    int64_t place, target;
} place_pair;

/* How a variable reaches the memory of a car: the place of its number, or lists of places from `first` on. */
typedef struct {
    int type;
    int64_t place;      /* of an output, a control or a number of the road */
    int rows, row;      /* direct input: how many rows of the signal table, and the first of row_places */
    int roles, role;    /* direct input: how many actuators, and the first of actuator_roles */
    int numbers, number; /* parameter: how many numbers, and the first of parameter_places */
    double factor;      /* what a direct input is multiplied by */
    int partner;        /* of a hold: its direct input; of a direct input: its hold */
    double extra;       /* a value beside the range that is allowed too */
} car_slot;

extern const unsigned char car_image[], car_constants[];
extern const int64_t image_size, constants_size;
extern const place_pair image_addresses[], image_functions[];
extern const int image_address_count, image_function_count;
extern void (*const called_functions[])(void);
extern const unsigned char image_hash[16];

extern const car_variable variables[];
extern const car_slot slots[];
extern const int variable_count;
extern const int64_t row_places[];
extern const place_pair actuator_roles[]; /* place of the role, and the role that it has in the cockpit's hands */
extern const place_pair parameter_places[]; /* place of a number, and the bits of the factor */
extern const int64_t held_role;
extern const int array_count, array_starts[], array_members[]; /* outputs that FMI 3 also gives as arrays */
extern const char fmu_token[];

extern const int64_t table_place, clock_place, record_place;
extern const int road_count;
extern const place_pair road_wheels[]; /* on an external road: memory of the ground of a wheel, and its contact point */
extern const int64_t wanted_place; /* what was set: one number a variable, then the time of communication */
extern const double nominal_step, ground_edges[4];
extern const int culprit_index, outcome_count, position_x, position_y, joint_count;
extern const char *const outcome_meanings[], *const outcome_hints[], *const joint_names[];
extern const unsigned char outcome_has_joint[];

extern int64_t exported_advance(int64_t table, int64_t steps, double part);
extern int64_t exported_look(int64_t table);

/* For the shells of FMI. */
car *car_create_in(const char *resources, const char **why); /* with what lies in the resources of an FMU; or NULL */
int car_put(car *one, int index, double value, int hold);
int car_refuse(car *one, const char *where, const char *what);
double *car_communication_time(const car *one);
void *find_memory(size_t size);
void give_memory_back(void *memory);
void copy_bytes(void *to, const void *from, size_t count);
int same_string(const char *a, const char *b);

#endif
