/** @module The stage of an example: the real client with a fake device, service and network, all in this page. */
import type { SessionOptions } from '@longwire/client';
import { createFakeWorld, type FakeWorld, type Heal } from '@longwire/testing';
import { ExampleDevice, LOGIN } from './example-device.ts';

/** Interval at which the fake network's clock advances, in milliseconds. */
const TICK_MS = 40;

/** One-way delay of requests and responses, in milliseconds, as over a remote network. */
const DELAY_MS = 60;

const NOTIFY_MS = 1000;

/** The close code of a service that does not answer. */
const NO_ANSWER = 1006;

/** One device and the fake network between it and an example. */
export class Stage {
  readonly device: ExampleDevice = new ExampleDevice();
  readonly #world: FakeWorld;

  constructor(world: FakeWorld) {
    this.#world = world;
    world.prepare = this.device.prepare;
    world.faults.delay(DELAY_MS, { line: 'coap' });
  }

  /** Session options with the device's fingerprint and a login. */
  get options(): SessionOptions {
    return {
      ...this.#world.options,
      fingerprint: this.#world.identity.fingerprint,
      login: (connection) => connection.authenticate(LOGIN),
    };
  }

  /** Advances the clock until the returned function is called. */
  run(): () => void {
    let before = performance.now();
    const tick = setInterval(() => {
      const now = performance.now();
      this.#world.clock.advance(now - before);
      before = now;
    }, TICK_MS);
    const notify = setInterval(() => {
      this.device.notify('/temperature');
      this.#count();
    }, NOTIFY_MS);
    return () => {
      clearInterval(tick);
      clearInterval(notify);
      this.device.camera.stop();
    };
  }

  /** Breaks the current connection; the next one works. */
  loseConnection(): void {
    if (this.#world.leftovers.peers === 0) return;
    this.#world.clientPeer.silence();
    this.#world.clientPeer.forceIceState('failed');
  }

  /** Takes the power from the device until the returned function is called. */
  switchOff(): Heal {
    const heal = this.#world.faults.deviceAway();
    this.loseConnection();
    return heal;
  }

  /** Makes the service unreachable until the returned function is called. */
  stopService(): Heal {
    return this.#world.faults.serviceAway(NO_ANSWER);
  }

  /** Makes another device answer instead, from the next connection on. */
  impersonate(): Heal {
    const heal = this.#world.faults.wrongKey();
    this.loseConnection();
    return heal;
  }

  /** Forbids reading and switching the light. */
  lockLight(): Heal {
    this.device.isLightLocked = true;
    this.device.notify('/light');
    return () => {
      this.device.isLightLocked = false;
    };
  }

  /** Updates the fake browser statistics. */
  #count(): void {
    if (this.#world.leftovers.peers === 0) return;
    const timestamp = performance.now();
    const carried = { bytesSent: timestamp * 6, bytesReceived: timestamp * (150 + 10 * Math.random()) };
    const pair = {
      selected: true,
      localCandidateId: 'L',
      remoteCandidateId: 'R',
      currentRoundTripTime: 0.12,
    };
    const entries = [
      { id: 'P', type: 'candidate-pair', ...pair, ...carried },
      { id: 'L', type: 'local-candidate', candidateType: 'srflx', address: '192.0.2.4', protocol: 'udp' },
      { id: 'R', type: 'remote-candidate', candidateType: 'host', address: '203.0.113.7', protocol: 'udp' },
    ];
    for (const entry of entries) this.#world.clientPeer.stats.set(entry.id, { ...entry, timestamp });
  }
}

/** Creates a stage with a separate device. */
export async function createStage(): Promise<Stage> {
  return new Stage(await createFakeWorld());
}
