/** @module Who begins DTLS: the client, wherever it leaves that open. */
import type { Description } from '@longwire/protocol';

/**
 * Makes the library answer `a=setup:passive`. A side can begin as soon as a check of its own was answered. The client's is, a round trip after
 * it has the device's answer; the device's needs an address of the client, and where the browser hides its own behind a `.local` name and
 * STUN has not told it yet, the device learns one from the client's check, and is a round trip later than the client.
 */
export class DtlsRoles {
  /** A client that answered an offer of the device has left the beginning to it; roles stay as they are. */
  #isBeginner = false;

  /** What the library is told of a description of the client. */
  told(sdp: string, type: Description['type']): string {
    if (type === 'answer') this.#isBeginner = sdp.includes('a=setup:passive');
    return this.#isBeginner ? sdp : sdp.replaceAll('a=setup:actpass', 'a=setup:active');
  }
}
