/* A powertrain: one motor with a differential, constant torque below a speed and constant power above it. */
enum { PEDAL, LEFT_SPIN, RIGHT_SPIN, TORQUE_MAX, POWER, DRIVE_LEFT, DRIVE_RIGHT, COUNT };

static void begin(double v[]) { v[TORQUE_MAX] = 600.0, v[POWER] = 20000.0; }
static int advance(double v[], double h) { return (void)v, (void)h, 0; }
static void outputs(double v[]) {
    double spin = 0.5 * (v[LEFT_SPIN] + v[RIGHT_SPIN]), torque = v[TORQUE_MAX];
    if (spin * torque > v[POWER]) torque = v[POWER] / spin;
    v[DRIVE_LEFT] = 0.5 * v[PEDAL] * torque, v[DRIVE_RIGHT] = v[DRIVE_LEFT];
}
