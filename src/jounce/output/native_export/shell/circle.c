/* Drive a circle for ten seconds, and print where the car is every second. */
#include <stdio.h>

#include "car.h"

int main(void) {
    car *one = car_create();
    if (!one) return fprintf(stderr, "no memory\n"), 1;
    int steer = car_find("steer"), throttle = car_find("throttle");
    int x = car_find("chassis.position_x"), y = car_find("chassis.position_y"), speed = car_find("chassis.speed");
    if (car_set(one, steer, 0.2) || car_set(one, throttle, 0.2)) return fprintf(stderr, "%s\n", car_error(one)), 1;
    printf("time_s,x_m,y_m,speed_m_s\n");
    for (int second = 0; second <= 10; second++) {
        printf("%g,%.17g,%.17g,%.17g\n", car_time(one), car_get(one, x), car_get(one, y), car_get(one, speed));
        for (int i = 0; i < 100; i++)
            if (car_step(one, 0.01)) return fprintf(stderr, "%s\n", car_error(one)), 1;
    }
    car_free(one);
    return 0;
}
