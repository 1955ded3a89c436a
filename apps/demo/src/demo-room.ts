/** @module The room of the demo device, which all its resources describe. */

import { Store } from '@longwire/protocol/base';

/** A room with a temperature, and a light to switch. */
export class DemoRoom {
  readonly #nowMs: () => number;
  readonly #light = new Store(false);
  /** Calls `listener` whenever the light is switched; returns the unsubscriber. */
  readonly onLight: Store<unknown>['subscribe'] = this.#light.subscribe;

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
    return this.#light.value;
  }

  /** Switches the light. */
  switchLight(isOn: boolean): void {
    if (isOn !== this.#light.value) this.#light.put(isOn);
  }
}

/** A pleasant room: two slow waves around 21.5 °C, never the same for long. */
export function temperatureAt(nowMs: number): number {
  const seconds = nowMs / 1000;
  const celsius = 21.5 + 1.2 * Math.sin(seconds / 37) + 0.3 * Math.sin(seconds / 5);
  return Math.round(celsius * 100) / 100;
}
