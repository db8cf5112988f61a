/* A tire: stiffness times slip, within a circle of friction. Force and torque at the wheel's centre. */
enum { SLIP_RATIO, SLIP_ANGLE, LOAD, RADIUS, STIFFNESS_X, STIFFNESS_Y, FRICTION, FORCE_X, FORCE_Y, TORQUE_X, TORQUE_Y, COUNT };

double sqrt(double);

static void begin(double v[]) { v[STIFFNESS_X] = v[STIFFNESS_Y] = 1e5, v[FRICTION] = 1.0; }
static int advance(double v[], double h) { return (void)v, (void)h, 0; }
static void outputs(double v[]) {
    double x = v[STIFFNESS_X] * v[SLIP_RATIO], y = -v[STIFFNESS_Y] * v[SLIP_ANGLE];
    double size = sqrt(x * x + y * y), most = v[FRICTION] * v[LOAD];
    if (size > most) x *= most / size, y *= most / size;
    v[FORCE_X] = x, v[FORCE_Y] = y;
    v[TORQUE_X] = v[RADIUS] * y, v[TORQUE_Y] = -v[RADIUS] * x; /* the force acts below the centre */
}
