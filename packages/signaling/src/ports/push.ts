/** @module Port for push messages. */
import type { AttachmentMessage, DeviceKey } from '@longwire/protocol';

/** A push message of a device. */
export type PushMessage = Pick<
  Extract<AttachmentMessage, { type: 'push' }>,
  'endpoint' | 'ttl' | 'urgency' | 'body'
>;

/** Sends push messages for devices. */
export interface Push {
  /** The public key of the service, base64url. */
  readonly publicKey: string;
  /**
   * Sends a message; never rejects. @returns the status of the push service; 0 if the endpoint may not be asked or did not answer, 429 if
   * the device or the node sends too much
   */
  send(device: DeviceKey, message: PushMessage): Promise<number>;
}
