/** @module Sends the push messages of devices, each device and the node within limits. */
import { KeyedBuckets, type BucketRate, type Clock, type DeviceKey } from '@longwire/protocol';
import { messageOf, type Log } from '../log/log.ts';
import type { Push, PushMessage } from '../ports/push.ts';
import { postPush, type PostPushOptions } from './post-push.ts';
import { VapidKey } from './vapid-key.ts';

/** Options of {@link WebPush}. */
export interface WebPushOptions extends Omit<PostPushOptions, 'authorize'> {
  /** The private key of the service, as a JSON Web Key. */
  readonly key: string;
  /** The service's address, if it has a public one. */
  readonly publicUrl: string | undefined;
  readonly clock: Pick<Clock, 'monotonic' | 'wall'>;
  readonly log: Log;
}

/** Messages of a device. Reason: eight browsers for each of some people, for an event each minute. */
const RATE: BucketRate = { capacity: 120, refillPerSecond: 1 };

/** Most devices counted at a time; a forgotten one begins with a full bucket. */
const MAX_DEVICES = 16_384;

/**
 * Most messages under way on a node. Reason: each takes a connection, and up to ten seconds. One product takes at most as
 * many as it leaves free, so half of them: its devices choose the endpoints, and with them how long an answer takes.
 */
const MAX_UNDER_WAY = 256;

const TOO_MANY_REQUESTS = 429;

/** Sends messages; it cannot read them, and writes neither endpoints nor bodies to the log. */
export class WebPush implements Push {
  readonly #options: WebPushOptions;
  readonly #key: VapidKey;
  readonly #devices = new KeyedBuckets({ rate: RATE, maxKeys: MAX_DEVICES });
  /** By product. */
  readonly #underWay = new Map<string, number>();

  constructor(options: WebPushOptions) {
    const { key, publicUrl } = options;
    this.#options = options;
    this.#key = new VapidKey(key, publicUrl?.startsWith('https:') === true ? publicUrl : undefined);
  }

  get publicKey(): string {
    return this.#key.publicKey;
  }

  async send({ productId, deviceId }: DeviceKey, message: PushMessage): Promise<number> {
    const { clock, log } = this.#options;
    const device = `${productId}/${deviceId}`;
    if (!this.#hasRoomFor(productId) || this.#devices.take(device, clock.monotonic()) !== 'taken')
      return TOO_MANY_REQUESTS;
    this.#count(productId, 1);
    try {
      const authorize = (url: URL): Promise<string> => this.#key.authorize(url, clock.wall());
      return await postPush(message, { ...this.#options, authorize });
    } catch (error) {
      log.info({ productId, deviceId, reason: messageOf(error) }, 'a push message was not sent');
      return 0;
    } finally {
      this.#count(productId, -1);
    }
  }

  #hasRoomFor(productId: string): boolean {
    const inAll = [...this.#underWay.values()].reduce((sum, count) => sum + count, 0);
    return (this.#underWay.get(productId) ?? 0) < MAX_UNDER_WAY - inAll;
  }

  #count(productId: string, change: 1 | -1): void {
    const count = (this.#underWay.get(productId) ?? 0) + change;
    if (count === 0) this.#underWay.delete(productId);
    else this.#underWay.set(productId, count);
  }
}
