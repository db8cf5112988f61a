/* Drive a circle for ten seconds, print where the car is every second, and at the end what a step has cost. */
#include <stdio.h>
#include <time.h>

#include "car.h"

static int stop(const char *why) {
    fprintf(stderr, "%s\n", why);
    return 1;
}

int main(void) {
    car *one = car_create();
    if (!one) return stop("no memory");
    int steer = car_find("steer"), throttle = car_find("throttle");
    int x = car_find("chassis.position_x"), y = car_find("chassis.position_y"), speed = car_find("chassis.speed");
    if (car_set(one, steer, 0.2) || car_set(one, throttle, 0.2)) return stop(car_error(one));
    double seconds = 0.0, call = 10.0 * car_step_size();
    int calls = (int)(1.0 / call + 0.5);
    printf("time_s,x_m,y_m,speed_m_s\n");
    for (int second = 0; second <= 10; second++) {
        printf("%g,%.17g,%.17g,%.17g\n", car_time(one), car_get(one, x), car_get(one, y), car_get(one, speed));
        clock_t begun = clock();
        for (int i = 0; i < calls; i++)
            if (car_step(one, call)) return stop(car_error(one));
        seconds += (double)(clock() - begun) / CLOCKS_PER_SEC;
    }
    fprintf(stderr, "%.3f us a step\n", 1e6 * seconds / (11.0 * calls * 10.0));
    car_free(one);
    return 0;
}
