/** @module What can go wrong in a fake world, by name. */
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
  /** From 0 up to 1. */
  readonly random: () => number;
}

/** Ends a fault; what it lost stays lost. */
export type Heal = () => void;

/**
 * The faults of a fake world, as `world.faults`. Faults of messages take the messages that they hit, all where nothing
 * is said, and last until their {@link Heal} is called; several at once add up. Time passes only on the world's clock.
 */
export class FakeFaults {
  readonly #options: FakeFaultsOptions;

  constructor(options: FakeFaultsOptions) {
    this.#options = options;
  }

  /** Loses messages, or a `share` of them from 0 to 1, picked by the world's seed. @throws RangeError for another share. */
  drop(messages: Partial<FakeMessage> = {}, share = 1): Heal {
    requireWithin('share', share, 1);
    const { lines, random } = this.#options;
    return lines.add({ kind: 'drop', messages, isHit: () => random() < share });
  }

  /** Delivers messages `delayMs` later, in their order; what follows them on their line waits for them. @throws RangeError below 0. */
  delay(delayMs: number, messages: Partial<FakeMessage> = {}): Heal {
    requireWithin('delayMs', delayMs);
    return this.#options.lines.add({ kind: 'delay', messages, delayMs });
  }

  /** Delivers each message at a moment of its own within `withinMs`, picked by the world's seed. @throws RangeError below 0. */
  reorder(withinMs: number, messages: Partial<FakeMessage> = {}): Heal {
    requireWithin('withinMs', withinMs);
    const { lines, random } = this.#options;
    return lines.add({ kind: 'reorder', messages, pickDelayMs: () => Math.floor(random() * withinMs) });
  }

  /**
   * The newest socket or peer connection says nothing any more and does not close. It never comes back; a new one works.
   * @throws Error where there is none yet
   */
  halfOpen(what: 'signaling' | 'peer'): void {
    if (what === 'signaling') {
      this.#options.sockets.last.silence();
      return;
    }
    const device = this.#options.devices().at(-1);
    if (device === undefined) throw new Error('a peer connection expected, nobody logged in');
    device.pc.silence();
  }

  /** The next offer of the client meets one that the device makes at the same moment. */
  glare(): void {
    this.#options.active.glares += 1;
  }

  /** Another key than the device's answers challenges. */
  wrongKey(): Heal {
    const { active } = this.#options;
    active.impostor = createFakeIdentity();
    return () => void (active.impostor = undefined);
  }

  /** The device loses its power: its peer connections fall silent, and the service closes its clients, now and later, with 4003. */
  deviceAway(): Heal {
    for (const { pc } of this.#options.devices()) pc.silence();
    return this.#refuse({ closeCode: CloseCode.deviceOffline, reason: 'device offline' });
  }

  /** The service closes every socket, now and as soon as one says something, with this code; with 1006 none opens either. */
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
  throw new RangeError(`${name} expected 0..${most}, got ${value}`);
}
