"""What the page says is not validated."""

NOT_VALIDATED = """\
## What is not validated

**Cars**
- **One drive of one car.** The model of the BMW M8, with six numbers fitted on one lane change, follows the real car
  through a harder one (6.0 against 3.8 m/s²) and through braking. It does not show more. (1) Scale and delay of the
  recorded steering are not stated by its authors: they are two of the six numbers, and known only together with the
  front tires, whose stiffness is at its bound. So the ratio of yaw rate to steering-wheel angle is fitted, not
  predicted. (2) Speed is an input: engine, gearbox and transfer case are not described, and neither the standing start
  nor the braking is a prediction along the road. (3) Suspension geometry, springs, dampers, inertias and the height of
  the centre of mass are assumed. Pitch was not fitted, and is off by half of its peak
  (`jounce validate validation/data/bmw_m8/study.yaml`). (4) Up to 6.2 m/s² on a dry road: nothing near the limit of
  friction. (5) The measured roll is against the horizon and holds the cross slope of the road, which is unknown.
  (6) Both parts are of one drive, seconds apart: no other day, tire or driver.
- **All other cars of the library** are plausible cars of their class, compared with no measurement. The hatchback's
  MacPherson strut and twist beam are compared with closed forms and with loops solved another way
  (`tests/model/vehicle`).
- **Bombardier Iltis.** Numbers and references are those of a public project (ovankerm/IAVSD_ILTIS), which cites the
  benchmark's paper (Frik, Leister, Schwartz 1993). The paper and the results of the four programs compared in it were
  not read, and no other public copy of its eigenvalues was found. *Published* are four loads and eight linear
  coefficients that the project quotes; all else is the output of one other program, Robotran, for the same data.
  Robotran's modes belong to shock absorbers without their free lengths, away from equilibrium; the comparison does
  the same to the shock absorbers, so the compared eigenvalues are not those of the car at rest. What is left of body
  modes is not explained; away from equilibrium they depend on the choice of coordinates. Modes with side forces (roll
  and lateral motion of the body) are not compared: Robotran's linear tires have no camber force, and an aligning
  moment as large as the cornering stiffness. Drive, brakes, longitudinal tire force, relaxation and the ratio of the
  steering wheel are assumptions of the library. The bump is compared at three instants, the steering at four.

**Tires and ground**
- **No measured tire.** The second evaluations were written in this project from published formulas, those of `.tir`
  files by the author of the repair of the law: they show agreement with the formulas. Of other programs there are two
  numbers of MFeval, at zero slip. Combined slip of Calspan, Fiala and the formula of 1987 is a rule of jounce
  (docs/theory/tires.md), written twice. Turn slip is compared with camber in its own terms.
- **Standstill.** Relaxation at large slip and at standstill are a model of jounce, compared with closed forms
  (`tests/engine/laws/tires`). Forces along and across hold a parked car. The torque of a wheel that is steered on the
  spot does not: its friction has a smoothed sign, and under a tenth of its largest torque the wheel turns with 0.15 to
  0.5 °/s (`tests/engine/laws/tires/test_drilling.py`). All steerings hold their input. So the rack of a parked car
  creeps the part of its way that the steering's deflection had taken, within a fraction of a second after the driver
  stops, and the steering torque fades with it (row *steered at standstill*).
- **Tires without relaxation lengths** creep on a slope, and below about 3 m/s their slip is too stiff for explicit
  steps of 1 ms: `jounce run` refuses such a start. Implicit steps, the default, are compared with Dormand–Prince there.
- **Ground.** Surfaces are exact by construction; no drive over rough ground was compared with a measured one.
  Enveloping contact (tandem cams) is compared with the geometry of a cleat (`tests/engine/terrain/test_tandem_cam.py`).

**Mechanics**
- **ADAMS models** are of one body, and their motions are planar; reaction torques of joints are zero in them (the
  unbalanced rotor has one). Two of the published models do not belong to the published columns: *RotSpring* (columns
  made with 200 N m/rad and 10 N m s/rad) and *TranSpring* (dropped from the origin, 10 N/m, 0.5 N s/m, no free
  length). The numbers of the columns are used, as in Project Chrono's tests. The spring of *TranSpring* hangs 1 m
  higher here and has a free length of 1 m, because a spring without length has no direction: the force on this motion
  is the same.
- **Bricard's mechanism (A04).** Points and gravity are those of a public implementation that cites the library's
  specification (S. Acuña, simEngine3D, 2016). With gravity along two of four axes tried, synthesis stops at a toggle
  position.
- **Singular positions.** The chain of four-bar linkages (A02) passes through positions with more than one degree of
  freedom at a fixed step; error control may not get past them at tolerances of 1e-9 and below. Without redundant
  hinges, N = 40 scatters up to 4e-6 with the step.
- **No comparison of their own on this page:** bushings, stops, gears, couplers, brakes, servos, anti-roll bars, drag,
  engines, clutches and half shafts; the joints *fixed*, *planar*, *revolute–spherical* and *constant velocity*. Tests
  compare them with closed forms.
- **Rates that jump.** A prescribed rack whose rate jumps gives the car an impulse in the world frame and in null
  spaces, and none in synthesis; `smoothing` or a servo removes the difference.
- **Long runs.** No comparison of formulations or programs is longer than ten seconds.

**Tests and programs**
- **Test rig.** Kinematics and compliance are compared with geometry, energies and loads by hand
  (`tests/lab/kinematics_compliance`), not with a measured suspension.
- **Standard tests.** Metrics are compared with closed forms of signals and of a linear bicycle (`tests/lab/metrics`),
  not with another evaluation program. Windows that standards leave open are in docs/metrics.md. The lanes of ISO 3888
  were not checked against the printed standard. Drivers are control laws (docs/theory/drivers.md), not people.
- **Simplified car.** Hull contacts and rolling over are compared with conservation laws (`tests/engine/single_body`),
  not with crashes; energy can grow by up to a thousandth at the edges of boxes.
- **Real time.** A loop makes the bits of `simulate`, which is tested. How late its ticks are depends on the machine.
"""
