/** @module Makes the client start the DTLS handshake wherever its offer leaves that open. */
import type { Description } from '@longwire/protocol';

/**
 * Makes the library answer `a=setup:passive`. A side can start DTLS as soon as one of its checks is answered. The client's check is answered
 * one round trip after it has the device's answer. The device first needs an address of the client; if the browser hides its own behind a
 * `.local` name and STUN has not answered yet, the device learns one from the client's check, one round trip later than the client.
 */
export class DtlsRoles {
  /** Whether a client has answered an offer of the device with `passive`; later descriptions keep these roles. */
  #isActive = false;

  /** Returns the client's description with the setup role that the library should see. */
  rewriteSetup(sdp: string, type: Description['type']): string {
    if (type === 'answer') this.#isActive = sdp.includes('a=setup:passive');
    return this.#isActive ? sdp : sdp.replaceAll('a=setup:actpass', 'a=setup:active');
  }
}
