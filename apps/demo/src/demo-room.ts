/** @module The room of the demo device, which all its resources describe. */

/** A room with a temperature, and a light to switch. */
export class DemoRoom {
  readonly #nowMs: () => number;
  readonly #listeners = new Set<() => void>();
  #isLightOn = false;

  /** `nowMs` returns milliseconds since the epoch. */
  constructor(nowMs: () => number = Date.now) {
    this.#nowMs = nowMs;
  }

  /** The temperature now. */
  get temperature(): { readonly celsius: number; readonly at: string } {
    const nowMs = this.#nowMs();
    return { celsius: temperatureAt(nowMs), at: new Date(nowMs).toISOString() };
  }

  /** Whether the light is on. */
  get isLightOn(): boolean {
    return this.#isLightOn;
  }

  /** Switches the light. */
  switchLight(isOn: boolean): void {
    if (isOn === this.#isLightOn) return;
    this.#isLightOn = isOn;
    for (const listener of this.#listeners) listener();
  }

  /** Calls `listener` whenever the light is switched. */
  onLight(listener: () => void): void {
    this.#listeners.add(listener);
  }
}

/** A pleasant room: two slow waves around 21.5 °C, never the same for long. */
export function temperatureAt(nowMs: number): number {
  const seconds = nowMs / 1000;
  const celsius = 21.5 + 1.2 * Math.sin(seconds / 37) + 0.3 * Math.sin(seconds / 5);
  return Math.round(celsius * 100) / 100;
}
