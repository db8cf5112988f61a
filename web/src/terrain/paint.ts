/** What the ground is painted with, in the language of the graphics card: slopes, heights, contour lines, roads, friction, the car's shade. */

export const VARYINGS = "varying vec3 place; varying float adhesion; varying vec3 upward;";

/** Direction to the sun, of length one; the stage's sun stands there. */
export const SUNWARD = "vec3(-0.546, 0.473, 0.691)";

export const PAINT = /* glsl */ `
uniform vec2 shift; uniform vec4 car; uniform vec2 carSize; uniform float colours; uniform float nature; uniform sampler2D grain;
uniform vec2 heights; uniform float contour; uniform sampler2D course; uniform vec4 courseFrame; uniform float courseOn;

/** Lines of a grid, thinner than a picture's point where they are far away. */
float lines(vec2 p, vec2 blur, float step, float half_width) {
  vec2 away = abs(fract(p / step - 0.5) - 0.5) * step;
  vec2 line = (1.0 - smoothstep(vec2(half_width), half_width + 1.5 * blur, away)) * clamp(1.2 - 4.0 * blur / step, 0.0, 1.0);
  return max(line.x, line.y);
}

/** A painted line around value 0 of a distance [m]. */
float stripe(float away, float half_width, float blur) { return 1.0 - smoothstep(half_width - 0.5 * blur, half_width + 0.5 * blur, abs(away)); }

/** Grass below, heath above, bare earth where it is steep; contour lines. */
vec3 land(vec2 p, float steep) {
  float share = clamp((place.z - heights.x) / max(heights.y - heights.x, 1.0), 0.0, 1.0);
  vec3 low = vec3(0.055, 0.120, 0.050), middle = vec3(0.170, 0.195, 0.070), high = vec3(0.430, 0.350, 0.230);
  vec3 colour = share < 0.5 ? mix(low, middle, 2.0 * share) : mix(middle, high, 2.0 * share - 1.0);
  colour = mix(colour, vec3(0.165, 0.115, 0.070), smoothstep(0.10, 0.42, steep) * 0.75);
  colour *= 0.62 + 0.40 * texture2D(grain, p * 0.21).r + 0.36 * texture2D(grain, p * 0.0117).r;
  if (contour > 0.0) {
    float z = place.z / contour, blur = fwidth(z), clear = smoothstep(0.012, 0.05, steep) * clamp(1.4 - 3.0 * blur, 0.0, 1.0);
    float thin = 1.0 - smoothstep(0.6 * blur, 1.5 * blur, abs(fract(z - 0.5) - 0.5));
    float thick = 1.0 - smoothstep(0.2 * blur, 0.42 * blur, abs(fract(0.2 * z - 0.5) - 0.5));
    colour = mix(colour, vec3(0.055, 0.040, 0.022), clear * max(0.42 * thin, 0.75 * thick));
  }
  return colour;
}

vec3 asphalt(vec2 p) {
  float fine = texture2D(grain, p * 1.7).r, patches = texture2D(grain, p * 0.043).r;
  vec3 colour = vec3(0.118, 0.121, 0.127) * (0.62 + 0.45 * fine + 0.32 * patches);
  if (adhesion < 0.7) { // watered basalt or tiles
    colour = mix(colour, vec3(0.045, 0.062, 0.080), 0.85 * clamp((1.0 - adhesion) * 1.6, 0.0, 1.0));
    colour *= 1.0 - 0.35 * lines(p, fwidth(p), 2.0, 0.02);
  }
  return colour;
}

vec3 paint() {
  vec2 p = place.xy + shift;
  vec2 blur = fwidth(p);
  float coarse = max(blur.x, blur.y);
  vec3 n = normalize(upward);
  float steep = length(n.xy) / max(n.z, 0.05);
  vec3 colour = nature > 0.5 ? land(p, steep) : asphalt(p);
  float paved = 1.0 - nature;
  if (courseOn > 0.5) {
    vec2 at = (place.xy - courseFrame.xy) * courseFrame.zw;
    if (at.x > 0.0 && at.x < 1.0 && at.y > 0.0 && at.y < 1.0) {
      vec4 c = texture2D(course, at);
      float edge = max(fwidth(c.a), 0.01), on = smoothstep(-edge, edge, c.a);
      vec3 road = asphalt(p);
      vec3 white = vec3(0.62, 0.62, 0.58);
      road = mix(road, white, 0.9 * stripe(c.a - 0.22, 0.07, edge));
      float between = abs(fract(c.r - 0.5) - 0.5) * 3.5, wide = max(3.5 * fwidth(c.r), 0.01);
      road = mix(road, white, 0.9 * stripe(between, 0.06, wide) * step(0.5, c.r) * step(c.r, 20.0) * step(0.5, c.g) * step(0.6, c.a) * clamp(2.0 - 2.0 * wide, 0.0, 1.0));
      colour = mix(colour, road, on);
      vec3 kerb = fract(3.0 * c.g) < 0.5 ? vec3(0.50, 0.035, 0.03) : white;
      colour = mix(colour, kerb, c.b * smoothstep(-0.85 - edge, -0.85, c.a) * (1.0 - on));
      paved = max(paved, on);
    }
  }
  // hills are shaded as on a map, steeper than they are
  vec3 sunward = ${SUNWARD}, raised = normalize(vec3(n.xy * 5.5, n.z));
  float relief = 0.22 + 0.78 * max(dot(raised, sunward), 0.0) / sunward.z;
#ifdef SIMPLE
  colour *= (vec3(0.72, 0.78, 0.86) * 0.75 + vec3(1.25, 1.16, 1.0) * relief * 0.95);
#else
  colour *= mix(1.0, relief, 0.9);
#endif
  if (colours > 0.0) {
    vec3 ice = vec3(0.06, 0.28, 0.80), grip = vec3(0.80, 0.30, 0.04);
    colour = adhesion < 1.0 ? mix(colour, ice, clamp((1.0 - adhesion) * 1.2, 0.0, 0.85)) : mix(colour, grip, clamp((adhesion - 1.0) * 1.2, 0.0, 0.8));
  }
  float grid = 0.6 * lines(p, blur, 10.0, 0.025);
#ifndef SIMPLE
  grid = max(grid, lines(p, blur, 100.0, 0.05));
#endif
  if (nature < 0.5) colour = mix(colour, vec3(0.34), 0.55 * max(grid, 0.28 * lines(p, blur, 1.0, 0.009)));
  else colour *= 1.0 - 0.16 * grid * (1.0 - paved);
  vec2 d = place.xy - car.xy;
  vec2 local = vec2(dot(d, car.zw), dot(d, vec2(-car.w, car.z)));
  float outside = length(max(abs(local) - carSize, 0.0));
  if (carSize.x > 0.0) colour *= 0.42 + 0.58 * smoothstep(0.0, 0.6, outside);
  return colour;
}`;
