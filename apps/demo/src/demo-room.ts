/** @module The room of the demo device, which all its resources describe. */

import { EdgeError, Store } from '@longwire/protocol/base';

const HEATINGS = ['comfort', 'eco', 'off'] as const;

/** How the room is heated. */
export type Heating = (typeof HEATINGS)[number];

/** How warm it gets. */
const HEATING_CELSIUS: Readonly<Record<Heating, number>> = { comfort: 21.5, eco: 18, off: 15 };

/** How the room is set. */
export interface RoomSettings {
  readonly isLightOn: boolean;
  /** In percent. */
  readonly brightness: number;
  readonly heating: Heating;
}

const FIRST_SETTINGS: RoomSettings = { isLightOn: false, brightness: 80, heating: 'comfort' };

/** A room with a temperature, and a light and a heating to set. */
export class DemoRoom {
  readonly #nowMs: () => number;
  readonly #settings = new Store(FIRST_SETTINGS);
  #startedMs: number;
  /** Calls `listener` whenever a setting changes; returns the unsubscriber. */
  readonly onChange: Store<RoomSettings>['subscribe'] = this.#settings.subscribe;

  /** `nowMs` returns milliseconds since the epoch. */
  constructor(nowMs: () => number = Date.now) {
    this.#nowMs = nowMs;
    this.#startedMs = nowMs();
  }

  /** The temperature now. */
  get temperature(): { readonly celsius: number; readonly at: string } {
    const nowMs = this.#nowMs();
    const celsius = temperatureAt(nowMs, HEATING_CELSIUS[this.settings.heating]);
    return { celsius, at: new Date(nowMs).toISOString() };
  }

  get settings(): RoomSettings {
    return this.#settings.value;
  }

  /** For how long it has been running, in whole seconds. */
  get uptimeSeconds(): number {
    return Math.floor((this.#nowMs() - this.#startedMs) / 1000);
  }

  /** Changes settings. */
  set(change: Partial<RoomSettings>): void {
    this.#settings.put({ ...this.settings, ...change });
  }

  /** Sets everything as it was at the start. */
  restart(): void {
    this.#startedMs = this.#nowMs();
    this.#settings.put(FIRST_SETTINGS);
  }
}

/** Reads a kind of heating. @throws EdgeError ERR_USAGE */
export function parseHeating(text: string): Heating {
  const found = HEATINGS.find((heating) => heating === text);
  if (found === undefined)
    throw new EdgeError('ERR_USAGE', `heating must be ${HEATINGS.join(', ')}, got ${text}`);
  return found;
}

/** A room with two slow waves around a temperature, never the same for long. */
export function temperatureAt(nowMs: number, celsius: number = HEATING_CELSIUS.comfort): number {
  const seconds = nowMs / 1000;
  const now = celsius + 1.2 * Math.sin(seconds / 37) + 0.3 * Math.sin(seconds / 5);
  return Math.round(now * 100) / 100;
}
