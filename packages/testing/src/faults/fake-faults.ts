/** @module The faults of a fake world, by name. */
import { CloseCode } from '@longwire/protocol';
import type { FakeSockets } from '../socket/fake-sockets.ts';
import { FakeWebSocket } from '../socket/fake-web-socket.ts';
import type { FakeDevice } from '../world/fake-device.ts';
import { createFakeIdentity } from '../world/fake-identity.ts';
import type { ActiveFaults, Refusal } from './active-faults.ts';
import type { FakeLines, FakeMessage } from './fake-lines.ts';

/** What faults act on. */
export interface FakeFaultsOptions {
  readonly active: ActiveFaults;
  readonly lines: FakeLines;
  readonly sockets: FakeSockets;
  /** The devices of all connections, the newest last. */
  readonly devices: () => readonly FakeDevice[];
  /** Returns a number from 0 up to, but not including, 1. */
  readonly random: () => number;
}

/** Ends a fault; lost messages stay lost. */
export type Heal = () => void;

/**
 * The faults of a fake world, as `world.faults`. Faults of messages apply to the messages that match, or to all messages without a
 * match, and last until their {@link Heal} is called. Several faults at once add up. Time passes only on the world's clock.
 */
export class FakeFaults {
  readonly #options: FakeFaultsOptions;

  constructor(options: FakeFaultsOptions) {
    this.#options = options;
  }

  /** Loses messages, or a `share` of them from 0 to 1, chosen by the world's seed. @throws RangeError when `share` is out of range. */
  drop(messages: Partial<FakeMessage> = {}, share = 1): Heal {
    requireWithin('share', share, 1);
    const { lines, random } = this.#options;
    return lines.add({ kind: 'drop', messages, isHit: () => random() < share });
  }

  /** Delivers messages `delayMs` later, in order; later messages of the same line wait for them. @throws RangeError when negative. */
  delay(delayMs: number, messages: Partial<FakeMessage> = {}): Heal {
    requireWithin('delayMs', delayMs);
    return this.#options.lines.add({ kind: 'delay', messages, delayMs });
  }

  /** Delivers each message at a random time within `withinMs`, chosen by the world's seed. @throws RangeError when negative. */
  reorder(withinMs: number, messages: Partial<FakeMessage> = {}): Heal {
    requireWithin('withinMs', withinMs);
    const { lines, random } = this.#options;
    return lines.add({ kind: 'reorder', messages, pickDelayMs: () => Math.floor(random() * withinMs) });
  }

  /**
   * The newest socket or peer connection falls silent without closing. It never recovers; a new one works.
   * @throws Error when no socket or peer connection exists
   */
  halfOpen(what: 'signaling' | 'peer'): void {
    if (what === 'signaling') {
      this.#options.sockets.last.silence();
      return;
    }
    const device = this.#options.devices().at(-1);
    if (device === undefined) throw new Error('the world has no connected device: no client logged in');
    device.pc.silence();
  }

  /** The client's next offer collides with one that the device makes at the same moment. */
  glare(): void {
    this.#options.active.glares += 1;
  }

  /** Challenges are answered with another key than the device's. */
  wrongKey(): Heal {
    const { active } = this.#options;
    active.impostor = createFakeIdentity();
    return () => void (active.impostor = undefined);
  }

  /** The device loses power: its peer connections fall silent, and the service closes its clients, now and later, with 4003. */
  deviceAway(): Heal {
    for (const { pc } of this.#options.devices()) pc.silence();
    return this.#refuse({ closeCode: CloseCode.deviceOffline, reason: 'device offline' });
  }

  /** The service closes open sockets now, and later ones on their first message, with this code; with 1006 no socket opens. */
  serviceAway(closeCode: number, reason = ''): Heal {
    return this.#refuse({ closeCode, reason });
  }

  #refuse(refusal: Refusal): Heal {
    const { active, sockets } = this.#options;
    active.refusals.add(refusal);
    for (const socket of sockets.all) {
      if (socket.readyState === FakeWebSocket.OPEN) socket.serverEnd(refusal);
    }
    return () => void active.refusals.delete(refusal);
  }
}

function requireWithin(name: string, value: number, most: number = Number.MAX_SAFE_INTEGER): void {
  if (value >= 0 && value <= most) return;
  throw new RangeError(`${name} must be between 0 and ${most}, got ${value}`);
}
