/** @module Where an example runs: the real client and a fake device, service and network, all in this page. */
import type { SessionOptions } from '@longwire/client';
import { createFakeWorld, type FakeWorld, type Heal } from '@longwire/testing';
import { Home, LOGIN } from './home.ts';

/** How often the time of the fake network goes on, in milliseconds. */
const TICK_MS = 40;

/** What a request takes to the device, and its answer back: as over a network that is not near. */
const WAY_MS = 60;

const TELL_MS = 1000;

/** The service does not answer at all. */
const NO_ANSWER = 1006;

/** One device and everything between it and an example. */
export class Stage {
  readonly home: Home = new Home();
  readonly #world: FakeWorld;

  constructor(world: FakeWorld) {
    this.#world = world;
    world.prepare = this.home.prepare;
    world.faults.delay(WAY_MS, { line: 'coap' });
  }

  /** What an example connects with: it knows the device's key and logs in. */
  get options(): SessionOptions {
    return {
      ...this.#world.options,
      fingerprint: this.#world.identity.fingerprint,
      login: (connection) => connection.authenticate(LOGIN),
    };
  }

  /** Lets time pass until the answer is called. */
  run(): () => void {
    let before = performance.now();
    const tick = setInterval(() => {
      const now = performance.now();
      this.#world.clock.advance(now - before);
      before = now;
    }, TICK_MS);
    const tell = setInterval(() => {
      this.home.tell('/temperature');
      this.#count();
    }, TELL_MS);
    return () => {
      clearInterval(tick);
      clearInterval(tell);
      this.home.camera.stop();
    };
  }

  /** The way to the device is gone; the next one works. */
  loseConnection(): void {
    if (this.#world.leftovers.peers === 0) return;
    this.#world.clientPeer.silence();
    this.#world.clientPeer.forceIceState('failed');
  }

  /** The device has no power until it is given back. */
  switchOff(): Heal {
    const heal = this.#world.faults.deviceAway();
    this.loseConnection();
    return heal;
  }

  /** The service cannot be reached until it is given back. */
  stopService(): Heal {
    return this.#world.faults.serviceAway(NO_ANSWER);
  }

  /** Another device answers in the place of this one, from the next connection on. */
  impersonate(): Heal {
    const heal = this.#world.faults.wrongKey();
    this.loseConnection();
    return heal;
  }

  /** Nobody may see or switch the light. */
  lockLight(): Heal {
    this.home.isLightLocked = true;
    this.home.tell('/light');
    return () => {
      this.home.isLightLocked = false;
    };
  }

  /** What a browser would have counted by now. */
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

/** Makes a stage with a device of its own. */
export async function createStage(): Promise<Stage> {
  return new Stage(await createFakeWorld());
}
