/** @module Test fixture: a browser's end of RFC 8291, which reads what was encrypted for it. */
import { createDecipheriv, createECDH, hkdfSync, randomBytes, type ECDH } from 'node:crypto';

/** A browser's keys, as `PushSubscription.toJSON()` has the public ones. */
export class PushReceiver {
  readonly #ecdh: ECDH = createECDH('prime256v1');
  readonly #auth: Buffer = randomBytes(16);

  constructor() {
    this.#ecdh.generateKeys();
  }

  /** The keys that a device needs. */
  get keys(): { readonly p256dh: string; readonly auth: string } {
    return {
      p256dh: this.#ecdh.getPublicKey('base64url'),
      auth: this.#auth.toString('base64url'),
    };
  }

  /** Reads a message. @throws Error for one that was encrypted for another browser. */
  read(body: Uint8Array): string {
    const message = Buffer.from(body);
    const [salt, sender] = [message.subarray(0, 16), message.subarray(21, 86)];
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.#ecdh.getPublicKey(), sender]);
    const secret = Buffer.from(hkdfSync('sha256', this.#ecdh.computeSecret(sender), this.#auth, info, 32));
    const derive = (name: string, length: number): Buffer =>
      Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${name}\0`, length));
    const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
    decipher.setAuthTag(message.subarray(-16));
    const padded = Buffer.concat([decipher.update(message.subarray(86, -16)), decipher.final()]);
    return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8');
  }
}
