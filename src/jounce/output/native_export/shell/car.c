/* One car: a block of memory, moved to where it lies, and the compiled functions that work on it. */
#include "tables.h"

#if defined(GROUND_IN_FILE)
#include "mapped_file.h"
#endif

#define TEXT 600
#define LONGEST 3600.0 /* seconds of one call */
#define WHOLE 1e-6     /* how far a duration may be from a whole number of steps [steps] */

struct car {
    unsigned char *block;
    const unsigned char *constants; /* what all cars share, and nobody writes */
#if defined(GROUND_IN_FILE)
    mapped_file file;
#endif
    char text[TEXT];
    double raw[1]; /* the block, somewhere in here, on a multiple of 64 */
};

volatile int python_was_wanted;

void *calloc(size_t, size_t);
void free(void *);

void *find_memory(size_t size) { return calloc(1, size ? size : 1); }
void give_memory_back(void *memory) { free(memory); }

void copy_bytes(void *to, const void *from, size_t count) {
    unsigned char *a = to;
    const unsigned char *b = from;
    while (count--) *a++ = *b++;
}

int same_string(const char *a, const char *b) {
    while (*a && *a == *b) a++, b++;
    return *a == *b;
}

/* ---------------------------------------------------------------- memory */

static double *number_at(const car *one, int64_t place) { return (double *)(one->block + place); }
static int64_t *word_at(const car *one, int64_t place) { return (int64_t *)(one->block + place); }
static double *wanted(const car *one, int index) { return number_at(one, wanted_place) + index; }

double *car_communication_time(const car *one) { return wanted(one, variable_count); }

/* Write the addresses that hold in this block. */
static void place_addresses(car *one) {
    for (int i = 0; i < image_address_count; i++) {
        int64_t target = image_addresses[i].target;
        const unsigned char *where = target < image_size ? one->block + target : one->constants + (target - image_size);
        *word_at(one, image_addresses[i].place) = (int64_t)(intptr_t)where;
    }
    for (int i = 0; i < image_function_count; i++)
        *word_at(one, image_functions[i].place) = (int64_t)(intptr_t)called_functions[image_functions[i].target];
}

static int64_t table_of(const car *one) { return (int64_t)(intptr_t)(one->block + table_place); }

static car *create(const unsigned char *constants) {
    car *one = find_memory(sizeof(car) + (size_t)image_size + 64);
    if (!one) return NULL;
    one->constants = constants;
    uintptr_t start = (uintptr_t)one->raw;
    one->block = (unsigned char *)((start + 63) / 64 * 64);
    car_reset(one);
    return one;
}

#if defined(GROUND_IN_FILE)

#define FRONT 64 /* bytes before the ground in its file: which car it belongs to */

car *car_create_in(const char *resources, const char **why) {
    char path[4096];
    *why = "resources: not a folder of this machine";
    if (!resource_path(resources, "ground.bin", path, sizeof path)) return NULL;
    mapped_file file = map_file(path);
    *why = "resources/ground.bin: cannot be read";
    if (!file.bytes) return NULL;
    int same = file.size == FRONT + (size_t)constants_size;
    for (size_t i = 0; same && i < sizeof image_hash; i++) same = file.bytes[i] == image_hash[i];
    *why = same ? "no memory" : "resources/ground.bin: the ground of another car";
    car *one = same ? create(file.bytes + FRONT) : NULL;
    if (one) one->file = file;
    else unmap_file(file);
    return one;
}

void car_free(car *one) {
    if (one) unmap_file(one->file);
    give_memory_back(one);
}

#else

car *car_create(void) { return create(car_constants); }

car *car_create_in(const char *resources, const char **why) {
    (void)resources;
    *why = "no memory";
    return car_create();
}

void car_free(car *one) { give_memory_back(one); }

#endif

void car_reset(car *one) {
    copy_bytes(one->block, car_image, (size_t)image_size);
    place_addresses(one);
    one->text[0] = 0;
}

/* ---------------------------------------------------------------- sentences */

static void append(car *one, const char *more) {
    size_t n = 0;
    while (one->text[n]) n++;
    for (; *more && n + 1 < TEXT; more++)
        if (*more != '%') one->text[n++] = *more;
    one->text[n] = 0;
}

/* A number with six digits, as people write it. */
static void append_number(car *one, double x) {
    char digits[40];
    int n = 0, exponent = 0;
    if (x != x) { append(one, "nan"); return; }
    if (x < 0) { append(one, "-"); x = -x; }
    if (x > 1.7e308) { append(one, "inf"); return; }
    if (x == 0) { append(one, "0"); return; }
    while (x >= 10) x /= 10, exponent++;
    while (x < 1) x *= 10, exponent--;
    int64_t mantissa = (int64_t)(x * 1e5 + 0.5);
    if (mantissa >= 1000000) mantissa /= 10, exponent++;
    char shown[8];
    for (int i = 5; i >= 0; i--) shown[i] = (char)('0' + mantissa % 10), mantissa /= 10;
    int last = 5;
    while (last > 0 && shown[last] == '0') last--;
    int plain = exponent >= -5 && exponent < 6;
    if (plain && exponent < 0) {
        digits[n++] = '0', digits[n++] = '.';
        for (int i = -1; i > exponent; i--) digits[n++] = '0';
    }
    for (int i = 0; i <= last || (plain && i <= exponent); i++) {
        digits[n++] = i <= last ? shown[i] : '0';
        if (i == (plain ? exponent : 0) && i < last) digits[n++] = '.';
    }
    digits[n] = 0;
    append(one, digits);
    if (plain) return;
    append(one, exponent < 0 ? "e-" : "e+");
    int size = exponent < 0 ? -exponent : exponent;
    char tail[4] = {(char)('0' + size / 100), (char)('0' + size / 10 % 10), (char)('0' + size % 10), 0};
    append(one, size >= 100 ? tail : tail + 1);
}

int car_refuse(car *one, const char *where, const char *what) {
    one->text[0] = 0;
    append(one, where);
    append(one, ": ");
    append(one, what);
    return 1;
}

static int refuse_value(car *one, int index, const char *what, double value) {
    const car_variable *v = &variables[index];
    car_refuse(one, v->name, what);
    append(one, "; got ");
    append_number(one, value);
    append(one, ", expected a number from ");
    append_number(one, v->minimum);
    append(one, " to ");
    append_number(one, v->maximum);
    if (!same_string(v->unit, "1")) append(one, " "), append(one, v->unit);
    return 1;
}

const char *car_error(const car *one) { return one->text; }

/* ---------------------------------------------------------------- variables */

int car_count(void) { return variable_count; }

const car_variable *car_describe(int index) {
    return index >= 0 && index < variable_count ? &variables[index] : NULL;
}

int car_find(const char *name) {
    for (int i = 0; i < variable_count; i++)
        if (same_string(name, variables[i].name)) return i;
    return -1;
}

double car_get(const car *one, int index) {
    if (index < 0 || index >= variable_count) return (double)__builtin_nanf("");
    if (variables[index].kind == CAR_OUTPUT) return *number_at(one, slots[index].place);
    return *wanted(one, index);
}

/* Let a direct input take its part from the cockpit, or give it back. */
static void hold_input(car *one, int index, int hold) {
    const car_slot *s = &slots[index];
    if (s->partner >= 0) *wanted(one, s->partner) = hold;
    for (int i = 0; i < s->roles; i++) {
        const place_pair *role = &actuator_roles[s->role + i];
        *word_at(one, role->place) = hold ? held_role : role->target;
    }
    for (int i = 0; hold && i < s->rows; i++) {
        double *row = number_at(one, row_places[s->row + i]);
        row[0] = 0.0; /* a constant */
        row[1] = s->factor * *wanted(one, index);
    }
}

static int is_held(const car *one, int index) {
    int partner = slots[index].partner;
    return partner < 0 || *wanted(one, partner) != 0.0;
}

/* Whether a value may be given to a variable; says why not. */
static int check_value(car *one, int index, double value) {
    const car_variable *v = &variables[index];
    const car_slot *s = &slots[index];
    if (v->kind == CAR_OUTPUT) return car_refuse(one, v->name, "is an output, and cannot be set");
    if (!(value - value == 0.0)) return refuse_value(one, index, "not a number", value);
    if (value == s->extra) return 0;
    if (value < v->minimum || value > v->maximum) return refuse_value(one, index, "out of range", value);
    if (s->type != TYPE_REAL && value != (double)(int64_t)value)
        return refuse_value(one, index, "not a whole number", value);
    return 0;
}

int car_put(car *one, int index, double value, int hold) {
    if (check_value(one, index, value)) return 1;
    const car_slot *s = &slots[index];
    *wanted(one, index) = value;
    switch (variables[index].kind) {
    case CAR_COCKPIT:
        *number_at(one, s->place) = value;
        break;
    case CAR_DIRECT:
        if (hold || is_held(one, index)) hold_input(one, index, 1);
        break;
    case CAR_ROAD: /* laid under the wheel when the next step begins */
        break;
    case CAR_HOLD:
        hold_input(one, s->partner, value != 0.0);
        break;
    default:
        for (int i = 0; i < s->numbers; i++) {
            double factor;
            copy_bytes(&factor, &parameter_places[s->number + i].target, 8);
            *number_at(one, parameter_places[s->number + i].place) = value * factor;
        }
    }
    return 0;
}

int car_set(car *one, int index, double value) {
    if (index < 0 || index >= variable_count) return car_refuse(one, "car_set", "no variable has this index");
    return car_put(one, index, value, 1);
}

int car_release(car *one, int index) {
    if (index < 0 || index >= variable_count || variables[index].kind != CAR_DIRECT || slots[index].partner < 0)
        return car_refuse(one, "car_release", "no direct input of a car with a cockpit has this index");
    hold_input(one, index, 0);
    return 0;
}

/* ---------------------------------------------------------------- stepping */

double car_step_size(void) { return nominal_step; }

double car_time(const car *one) {
    const double *clock = number_at(one, clock_place);
    return clock[1] / clock[0] * nominal_step + clock[2] * nominal_step;
}

static int refuse_step(car *one, int64_t outcome) {
    int known = outcome > 0 && outcome < outcome_count;
    one->text[0] = 0;
    append(one, "t = ");
    append_number(one, car_time(one));
    append(one, " s: ");
    append(one, known ? outcome_meanings[outcome] : "a step failed");
    int joint = (int)*number_at(one, record_place + 8 * culprit_index);
    if (known && outcome_has_joint[outcome] && joint >= 0 && joint < joint_count)
        append(one, "; joint "), append(one, joint_names[joint]);
    append(one, ". ");
    append(one, known ? outcome_hints[outcome] : "Take a shorter step.");
    return 1;
}

/* Lay the road that was described under the wheels, where they touch it now: `jounce.engine.laws.ground.external`. */
static void place_road(car *one) {
    for (int i = 0; i < road_count; i++) {
        double *memory = number_at(one, road_wheels[i].place);
        const double *point = number_at(one, road_wheels[i].target);
        memory[0] = 1.0;
        memory[5] = point[0], memory[6] = point[1];
    }
    for (int i = 0; road_count && i < variable_count; i++)
        if (variables[i].kind == CAR_ROAD) *number_at(one, slots[i].place) = *wanted(one, i);
}

static int check_place(car *one) {
    double x = *number_at(one, slots[position_x].place), y = *number_at(one, slots[position_y].place);
    const double *e = ground_edges;
    if (x >= e[0] && x <= e[1] && y >= e[2] && y <= e[3]) return 0;
    car_refuse(one, "ground", "the chassis is beyond its edge, at (");
    append_number(one, x);
    append(one, ", ");
    append_number(one, y);
    append(one, ") m. Turn earlier, or take a larger map.");
    return 1;
}

int car_step(car *one, double seconds) {
    if (!(seconds > 0.0 && seconds <= LONGEST))
        return car_refuse(one, "car_step", "a duration is a number of seconds above 0, and at most 3600");
    double ratio = seconds / nominal_step;
    int64_t steps = (int64_t)(ratio + 0.5);
    double away = ratio - (double)steps, part = 0.0, most = WHOLE * (steps > 1 ? (double)steps : 1.0);
    if (away > most || away < -most) {
        steps = (int64_t)ratio;
        part = (ratio - (double)steps) * *number_at(one, clock_place);
    }
    place_road(one);
    /* rounding and small numbers as they are in Python, whatever the caller uses */
    unsigned int usual = 0x1f80, before;
    __asm__ volatile("stmxcsr %0" : "=m"(before));
    __asm__ volatile("ldmxcsr %0" : : "m"(usual));
    int64_t outcome = exported_advance(table_of(one), steps, part);
    __asm__ volatile("ldmxcsr %0" : : "m"(before));
    if (python_was_wanted) return car_refuse(one, "car_step", "a part of the code that needs Python was reached");
    return outcome ? refuse_step(one, outcome) : check_place(one);
}

/* ---------------------------------------------------------------- snapshots */

size_t car_snapshot_size(void) { return sizeof image_hash + (size_t)image_size; }

int car_snapshot(const car *one, void *bytes, size_t size) {
    if (size < car_snapshot_size()) return 1;
    unsigned char *content = (unsigned char *)bytes + sizeof image_hash;
    copy_bytes(bytes, image_hash, sizeof image_hash);
    copy_bytes(content, one->block, (size_t)image_size);
    /* addresses mean nothing elsewhere */
    for (int i = 0; i < image_address_count; i++)
        for (int k = 0; k < 8; k++) content[image_addresses[i].place + k] = 0;
    for (int i = 0; i < image_function_count; i++)
        for (int k = 0; k < 8; k++) content[image_functions[i].place + k] = 0;
    return 0;
}

int car_restore(car *one, const void *bytes, size_t size) {
    const unsigned char *given = bytes;
    if (size != car_snapshot_size()) return car_refuse(one, "car_restore", "not a snapshot of this car: other size");
    for (size_t i = 0; i < sizeof image_hash; i++)
        if (given[i] != image_hash[i]) return car_refuse(one, "car_restore", "a snapshot of another car");
    copy_bytes(one->block, given + sizeof image_hash, (size_t)image_size);
    place_addresses(one);
    return 0;
}
