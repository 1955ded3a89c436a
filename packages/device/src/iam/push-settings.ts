/** @module What a user has asked for about push messages, as it is stored. */
import type { Fingerprint } from '@longwire/protocol';

/** A browser that gets messages. The endpoint is a secret: who has it can send to it. */
export interface StoredPush {
  readonly endpoint: string;
  /** Base64url, as the browser says them. */
  readonly p256dh: string;
  readonly auth: string;
  /** What the browser knows this device by: it is in each message, since every device with the endpoint can send. Null for a browser that has none. */
  readonly sender: string | null;
  /** The browser's certificate: a browser that the user no longer has gets nothing. */
  readonly browser: Fingerprint;
}

/** When a user gets no messages, by the clock of a time zone. */
export interface QuietHours {
  /** `22:00`. */
  readonly from: string;
  /** `07:00`; before `from`: on the next day. */
  readonly to: string;
  /** A name of IANA's, such as `Europe/Berlin`. */
  readonly timeZone: string;
}
