/** @module Makes the client start the DTLS handshake where its offer leaves that open and the device has no relay. */
import type { Description, IceServer } from '@longwire/protocol';

/**
 * Makes the library answer `a=setup:passive`. A side can start DTLS as soon as one of its checks is answered. The client's check is answered
 * one round trip after it has the device's answer. The device first needs an address of the client; if the browser hides its own behind a
 * `.local` name and STUN has not answered yet, the device learns one from the client's check, one round trip later than the client.
 *
 * A device with a relay starts DTLS itself: as the passive side behind it, the library can stop the whole process (docs/platform.md).
 */
export class DtlsRoles {
  readonly #hasRelay: boolean;
  /** Whether a client has answered an offer of the device with `passive`; later descriptions keep these roles. */
  #isActive = false;

  constructor(iceServers: readonly IceServer[]) {
    this.#hasRelay = iceServers.some(({ urls }) => urls.some((url) => /^turns?:/iu.test(url)));
  }

  /** Returns the client's description with the setup role that the library should see. */
  rewriteSetup(sdp: string, type: Description['type']): string {
    if (type === 'answer') this.#isActive = sdp.includes('a=setup:passive');
    return this.#isActive || this.#hasRelay ? sdp : sdp.replaceAll('a=setup:actpass', 'a=setup:active');
  }
}
