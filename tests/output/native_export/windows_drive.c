/* Drive the car of test_windows.py for three seconds and print places and speed as sixteen hexadecimal digits each;
 * linked without a C runtime, which would take minutes to build. */
#include "car.h"

void *GetStdHandle(unsigned int);
int WriteFile(void *, const void *, unsigned int, unsigned int *, void *);
void ExitProcess(unsigned int);
int _fltused = 1;

static void print(const char *text) {
    unsigned int size = 0, written;
    while (text[size]) size++;
    WriteFile(GetStdHandle((unsigned int)-11), text, size, &written, 0);
}

static void print_number(double number) {
    union {
        double number;
        unsigned long long bits;
    } both = {number};
    char text[18] = {[16] = '\n'};
    for (int i = 15; i >= 0; i--, both.bits >>= 4) text[i] = "0123456789abcdef"[both.bits & 15];
    print(text);
}

void start(void) {
    car *one = car_create();
    if (!one || car_set(one, car_find("steer"), 0.2) || car_set(one, car_find("throttle"), 0.2)) ExitProcess(1);
    for (int i = 0; i < 300; i++)
        if (car_step(one, 0.01)) ExitProcess(2);
    print_number(car_get(one, car_find("chassis.position_x")));
    print_number(car_get(one, car_find("chassis.position_y")));
    print_number(car_get(one, car_find("chassis.speed")));
    if (!car_set(one, car_find("steer"), 2.0)) ExitProcess(3);
    print(car_error(one));
    ExitProcess(0);
}
