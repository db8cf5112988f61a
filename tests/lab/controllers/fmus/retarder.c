/* A retarder: PI control of the speed by one brake torque. Fails above a torque, to see what happens then. */
enum { SPEED, TARGET, GAIN, RATE, LIMIT, TORQUE, INTEGRAL, COUNT };

static void begin(double v[]) { v[TARGET] = 10.0, v[GAIN] = 100.0, v[RATE] = 50.0, v[LIMIT] = 1e9; }
static int advance(double v[], double h) {
    v[INTEGRAL] = v[INTEGRAL] + v[RATE] * (v[SPEED] - v[TARGET]) * h;
    return v[TORQUE] > v[LIMIT];
}
static void outputs(double v[]) {
    double torque = v[GAIN] * (v[SPEED] - v[TARGET]) + v[INTEGRAL];
    v[TORQUE] = torque > 0.0 ? torque : 0.0;
}
