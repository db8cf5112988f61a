// Scales: where a value is on the page, and which values an axis names.

const SUPERSCRIPTS = { "-": "⁻", 0: "⁰", 1: "¹", 2: "²", 3: "³", 4: "⁴", 5: "⁵", 6: "⁶", 7: "⁷", 8: "⁸", 9: "⁹" };
const PEN = document.createElement("canvas").getContext("2d");

/** Width of a text [px]. */
function widthOf(text, size) {
  PEN.font = `${size}px ${getComputedStyle(document.body).fontFamily}`;
  return PEN.measureText(text).width;
}

/** A number with at most that many significant digits and a true minus sign. */
function written(value, digits = 4) {
  if (value === null || value === undefined || !isFinite(value)) return "–";
  const size = Math.abs(value);
  const text = size !== 0 && (size < 1e-4 || size >= 1e6) ? value.toExponential(1) : String(Number(value.toPrecision(digits)));
  return text.replace("-", "−").replace("e+", "e");
}

/** Round values from low to high, at most about `count` of them. */
function roundTicks(low, high, count) {
  const raw = (high - low) / Math.max(1, count), power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((one) => one >= raw * 0.999);
  const places = Math.max(0, Math.ceil(-Math.log10(step) - 1e-9) + (step / power === 2.5 ? 1 : 0));
  const found = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; k++) found.push(k * step);
  return found.map((value) => ({ value, text: (Math.abs(value) < 1e-9 * step ? 0 : value).toFixed(Math.min(places, 12)).replace("-", "−") }));
}

/** Powers of ten between two exponents; over few decades also 2 and 5 times them. */
function logarithmicTicks(low, high, count) {
  const found = [], decades = high - low, every = Math.max(1, Math.ceil(decades / Math.max(2, count)));
  for (let n = Math.ceil(low - 1e-9); n <= high + 1e-9; n++) {
    if (n % every) continue;
    const plain = n >= -3 && n <= 4;
    found.push({ value: n, text: plain ? String(Number((10 ** n).toPrecision(3))) : "10" + String(n).replace(/./g, (c) => SUPERSCRIPTS[c]) });
  }
  if (decades > 3) return found;
  for (let n = Math.floor(low); n <= high; n++) for (const factor of [2, 5]) {
    const value = n + Math.log10(factor);
    if (value >= low - 1e-9 && value <= high + 1e-9) found.push({ value, text: String(Number((factor * 10 ** n).toPrecision(3))) });
  }
  return found.sort((a, b) => a.value - b.value);
}

/** An axis as it is drawn: kind of scale, range in values of the scale (exponents of a logarithmic one). */
class Scale {
  constructor(axis, values) {
    this.axis = axis;
    this.logarithmic = axis.type === "log";
    this.names = axis.type === "category" || values.some((value) => typeof value === "string") ? [...new Set(values.filter((value) => value !== null))] : null;
  }

  /** The value of a number or name on the scale. */
  of(value) {
    if (this.names) return this.names.indexOf(value);
    return this.logarithmic ? (value > 0 ? Math.log10(value) : NaN) : value;
  }

  back(value) { return this.logarithmic ? 10 ** value : value; }

  /** Choose the range: as given, or around values, not smaller than `span`. */
  fit(values, span = 0, pad = 0.06) {
    if (this.names) { this.low = -0.5; this.high = this.names.length - 0.5; return; }
    let low = Infinity, high = -Infinity;
    for (const value of values) { const v = this.of(value); if (v < low) low = v; if (v > high) high = v; }
    if (low > high) { low = 0; high = 1; }
    if (high - low < span) { const middle = (high + low) / 2; low = Math.min(low, middle - span / 2); high = Math.max(high, middle + span / 2); }
    if (high - low < 1e-12 * Math.max(1, Math.abs(high))) { low -= 0.5; high += 0.5; }
    this.low = low - pad * (high - low);
    this.high = high + pad * (high - low);
  }

  /** Map the range on pixels. */
  place(from, to) { this.from = from; this.to = to; }
  px(value) { return this.at(this.of(value)); }
  at(v) { return this.from + ((v - this.low) / (this.high - this.low)) * (this.to - this.from); }
  valueAt(px) { return this.low + ((px - this.from) / (this.to - this.from)) * (this.high - this.low); }

  ticks() {
    const length = Math.abs(this.to - this.from), horizontal = this.to > this.from;
    const count = Math.max(2, Math.floor(length / (horizontal ? 62 : length < 130 ? 27 : 38)));
    if (this.axis.tickvals) return this.axis.tickvals.map((value, i) => ({ value: this.of(value), text: this.axis.ticktext ? this.axis.ticktext[i] : written(value) })).filter(({ value }) => value >= this.low && value <= this.high);
    if (this.names) return this.names.map((text, value) => ({ value, text }));
    return this.logarithmic ? logarithmicTicks(this.low, this.high, count) : roundTicks(this.low, this.high, count);
  }
}
