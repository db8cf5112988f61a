/** Engine, tires and wind as sound; silent until it is switched on, which browsers allow on a click or a key only. */

const CYLINDERS = 4;

export class Sound {
  on = false;
  private context: AudioContext | null = null;
  private parts: { low: OscillatorNode; high: OscillatorNode; muffler: BiquadFilterNode; engine: GainNode; tires: GainNode; wind: GainNode } | null = null;

  toggle(): boolean {
    this.on = !this.on;
    if (this.on && !this.context) this.build();
    if (this.on) void this.context?.resume(); else void this.context?.suspend();
    return this.on;
  }

  /** rate: of the engine [rad/s], or of the wheels where there is none; throttle and sliding 0 … 1, speed [m/s]. */
  update(rate: number, throttle: number, sliding: number, speed: number): void {
    if (!this.on || !this.context || !this.parts) return;
    const now = this.context.currentTime, { low, high, muffler, engine, tires, wind } = this.parts;
    const firing = Math.max(12, (Math.abs(rate) / (2 * Math.PI)) * (CYLINDERS / 2));
    const glide = (parameter: AudioParam, value: number): void => { parameter.setTargetAtTime(value, now, 0.04); };
    glide(low.frequency, firing);
    glide(high.frequency, 2.01 * firing);
    glide(muffler.frequency, 220 + 4 * firing + 1500 * throttle);
    glide(engine.gain, 0.05 + 0.11 * throttle);
    glide(tires.gain, 0.16 * sliding);
    glide(wind.gain, Math.min(0.1, 0.00005 * speed * speed));
  }

  private build(): void {
    const context = new AudioContext(), out = context.createGain();
    out.gain.value = 0.7;
    out.connect(context.destination);
    const gain = (value: number): GainNode => { const node = context.createGain(); node.gain.value = value; node.connect(out); return node; };
    const filter = (type: BiquadFilterType, frequency: number, q: number, to: AudioNode): BiquadFilterNode => {
      const node = context.createBiquadFilter();
      Object.assign(node, { type });
      node.frequency.value = frequency;
      node.Q.value = q;
      node.connect(to);
      return node;
    };
    const engine = gain(0), tires = gain(0), wind = gain(0), muffler = filter("lowpass", 400, 1, engine);
    const oscillator = (type: OscillatorType): OscillatorNode => { const node = context.createOscillator(); node.type = type; node.connect(muffler); node.start(); return node; };
    const low = oscillator("sawtooth"), high = oscillator("triangle");
    const noise = context.createBuffer(1, 2 * context.sampleRate, context.sampleRate), samples = noise.getChannelData(0);
    for (let k = 0; k < samples.length; k++) samples[k] = 2 * Math.random() - 1;
    const hiss = context.createBufferSource();
    hiss.buffer = noise;
    hiss.loop = true;
    hiss.connect(filter("bandpass", 950, 6, tires));
    hiss.connect(filter("lowpass", 420, 0.7, wind));
    hiss.start();
    this.context = context;
    this.parts = { low, high, muffler, engine, tires, wind };
  }
}
