/** @module Pushes notifications to the browsers of those who asked for them, by way of the service, which cannot read them. */
import {
  base64urlDecode,
  base64urlEncode,
  PUSH_FEATURE,
  utf8Encode,
  type AttachmentMessage,
  type Logger,
} from '@longwire/protocol';
import { reasonOf } from '../../log/reason-of.ts';
import type { Iam } from '../../iam/iam.ts';
import type { DeviceInfo } from '../../iam/iam-resource.ts';
import type { StoredPush } from '../../iam/push-settings.ts';
import { encryptPush, MAX_PUSH_PLAINTEXT_BYTES } from './encrypt-push.ts';
import { pushesOf, pushId, withoutPush } from './push-subscription.ts';
import { isQuiet } from './quiet-hours.ts';
import type { EventLog } from '../event-log.ts';
import type { LoggedNotification } from '../logged-event.ts';

/** A push message for the service. */
export type PushMessage = Extract<AttachmentMessage, { type: 'push' }>;

/** The service's answer. */
export type PushResult = Extract<AttachmentMessage, { type: 'push-result' }>;

/** Options of {@link PushSender}. */
export interface PushSenderOptions {
  readonly iam: Pick<Iam, 'state' | 'nowMs' | 'isUserAllowed' | 'update'>;
  readonly info: Pick<DeviceInfo, 'productId' | 'deviceId'>;
  readonly send: (message: PushMessage) => void;
  readonly logger: Logger;
  /** Needed to get a message: the right to read the list. */
  readonly action: string;
  /** Has the notifications that wait for an attachment, and the pictures. */
  readonly log: Pick<EventLog, 'unsent' | 'setUnsent' | 'settled' | 'imageOf'>;
}

/** How long a push service may keep a message for a browser that is away, in seconds. Reason: four hours later the bell no longer matters. */
const TTL_S = 4 * 60 * 60;

/**
 * How old a notification may be that is pushed after an outage of the network or the service, in milliseconds. Reason: after hours no one is at
 * the door any more, and a phone that rings for it wakes people for what the list says as well. An hour is what a restarted router or service
 * takes at most.
 */
const MAX_WAIT_MS = 60 * 60_000;

/** Most notifications that are pushed after an outage; the oldest are only in the list. Reason: for each browser of a household they are within the burst of a device (docs/protocol/attachment.md). */
const MAX_WAITING = 8;

/** Most messages whose answer is awaited; the oldest are forgotten. Reason: eight browsers for each of many users. */
const MAX_AWAITED = 1024;

/** The push service knows no such browser any more (RFC 8030 section 7.3). */
const GONE: ReadonlySet<number> = new Set([404, 410]);

/** Most endpoints that are remembered as gone. Reason: a browser asks again with one of them at its next visit, if it has not noticed. */
const MAX_GONE = 64;

/** A message whose answer is awaited. */
interface AwaitedPush {
  readonly event: LoggedNotification;
  readonly endpointId: string;
}

/** Sends one message per browser. */
export class PushSender {
  readonly #options: PushSenderOptions;
  /** By the number of the message. */
  readonly #awaited = new Map<number, AwaitedPush>();
  /** Those that had no answer when their attachment was lost: it may have been dead for a while, and they are sent again. */
  #unanswered: readonly AwaitedPush[] = [];
  /** Ids of endpoints that the push services know no more, the newest last. */
  #gone: readonly string[] = [];
  #messages = 0;
  #key: string | undefined;

  constructor(options: PushSenderOptions) {
    this.#options = options;
  }

  /** The public key of the service; undefined while the device is not attached to one that pushes. */
  get key(): string | undefined {
    return this.#key;
  }

  /** Whether the push service has said that it knows an endpoint no more: the browser needs another. Forgotten by a restart, until the next message. */
  isGone(endpointId: string): boolean {
    return this.#gone.includes(endpointId);
  }

  /** The device has attached. */
  handleAttached(features: readonly string[] | undefined, pushKey: string | undefined): void {
    this.#key = features?.includes(PUSH_FEATURE) === true ? pushKey : undefined;
    if (this.#key === undefined) return;
    this.#pushUnanswered();
    void this.#pushWaiting();
  }

  /** The attachment is lost. */
  handleDetached(): void {
    this.#key = undefined;
    this.#unanswered = [...this.#unanswered, ...this.#awaited.values()].slice(-MAX_AWAITED);
    this.#awaited.clear();
  }

  /** Pushes a notification, unless it waits for an attachment. */
  push(event: LoggedNotification): void {
    if (!event.isUnsent) this.#push(event);
  }

  /** A browser that had its message after all replaces it by the same. */
  #pushUnanswered(): void {
    const unanswered = this.#unanswered;
    this.#unanswered = [];
    const recent = this.#recent(new Set(unanswered.map(({ event }) => event)));
    for (const { event, endpointId } of unanswered) if (recent.includes(event)) this.#push(event, endpointId);
  }

  /** Those that are pushed after an outage, oldest first. */
  #recent(events: Iterable<LoggedNotification>): readonly LoggedNotification[] {
    const { nowMs } = this.#options.iam;
    return [...events]
      .filter(({ atMs }) => nowMs - atMs < MAX_WAIT_MS)
      .toSorted((a, b) => a.id - b.id)
      .slice(-MAX_WAITING);
  }

  /** It is stored that they wait no more before they are pushed: a device that loses its power in between pushes nothing twice. */
  async #pushWaiting(): Promise<void> {
    const { log } = this.#options;
    const waiting = log.unsent;
    if (waiting.length === 0) return;
    log.setUnsent(waiting, false);
    await log.settled();
    if (this.#key === undefined) {
      // Detached again in the meantime.
      log.setUnsent(waiting, true);
      return;
    }
    for (const event of this.#recent(waiting)) this.#push(event);
  }

  /** To one browser, or to all that asked for it. */
  #push(event: LoggedNotification, endpointId?: string): void {
    const { iam, action, info, log } = this.#options;
    const image = log.imageOf(event.id);
    const ageS = Math.max(0, Math.floor((iam.nowMs - event.atMs) / 1000));
    for (const user of iam.state.users) {
      if (!iam.isUserAllowed(user, action) || isQuiet(user.quietHours, iam.nowMs)) continue;
      for (const push of pushesOf(user)) {
        if (endpointId === undefined || endpointId === pushId(push.endpoint))
          this.#send(event, push, plaintextOf(event, image, { ...info, sender: push.sender }), TTL_S - ageS);
      }
    }
  }

  /** The service has given a message to the push service, or not. */
  handleResult({ id, status }: PushResult): void {
    const endpointId = this.#awaited.get(id)?.endpointId;
    this.#awaited.delete(id);
    if (endpointId === undefined || !GONE.has(status)) return;
    this.#gone = [...this.#gone, endpointId].slice(-MAX_GONE);
    const { iam, logger } = this.#options;
    iam
      .update((state) => withoutPush(state, endpointId))
      .catch((error: unknown) => logger.warn('push.removal-failed', { reason: reasonOf(error) }));
  }

  #send(
    event: LoggedNotification,
    { endpoint, p256dh, auth }: StoredPush,
    text: Uint8Array,
    ttl: number,
  ): void {
    this.#messages += 1;
    const id = this.#messages;
    this.#awaited.set(id, { event, endpointId: pushId(endpoint) });
    const [oldest] = this.#awaited.size > MAX_AWAITED ? this.#awaited.keys() : [];
    if (oldest !== undefined) this.#awaited.delete(oldest);
    const keys = { p256dh: base64urlDecode(p256dh), auth: base64urlDecode(auth) };
    const body = base64urlEncode(encryptPush(text, keys));
    this.#options.send({ type: 'push', id, endpoint, ttl, urgency: 'high', body });
  }
}

/** What the browser shows (docs/protocol/events.md); a picture only if it fits. */
function plaintextOf(
  { kind, title, body, atMs }: LoggedNotification,
  image: Uint8Array | undefined,
  { productId, deviceId, sender }: PushSenderOptions['info'] & Pick<StoredPush, 'sender'>,
): Uint8Array {
  const words = {
    ...(kind === null ? {} : { kind }),
    title,
    body: body ?? '',
    at: Math.floor(atMs / 1000),
    product: productId,
    device: deviceId,
    ...(sender === null ? {} : { sender }),
  };
  if (image !== undefined) {
    const whole = utf8Encode(JSON.stringify({ ...words, image: Buffer.from(image).toString('base64') }));
    if (whole.length <= MAX_PUSH_PLAINTEXT_BYTES) return whole;
  }
  return utf8Encode(JSON.stringify(words));
}
