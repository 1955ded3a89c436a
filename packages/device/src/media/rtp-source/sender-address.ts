/** @module Where the sender of a stream hears what is asked of it. */

/** Where a datagram came from, or goes to. */
export interface UdpAddress {
  readonly address: string;
  readonly port: number;
}

/** The stream that is received, and where its sender takes RTCP. */
export interface HeardSender extends UdpAddress {
  readonly ssrc: number;
}

const MAX_PORT = 65_535;

/** Follows where the packets of one sender come from. */
export class SenderAddress {
  #media: UdpAddress | undefined;
  #reports: UdpAddress | undefined;

  /** Where its RTCP comes from, else the port after the one that its RTP comes from (RFC 3550 section 11). */
  get forRtcp(): UdpAddress | undefined {
    const to = this.#reports ?? (this.#media && { ...this.#media, port: this.#media.port + 1 });
    return to !== undefined && to.port > 0 && to.port <= MAX_PORT ? to : undefined;
  }

  /** A packet of the stream came from there. */
  handleMedia(from: UdpAddress | undefined): void {
    this.#media = from && { address: from.address, port: from.port };
  }

  /** A report about the stream came from there. */
  handleReport(from: UdpAddress | undefined): void {
    this.#reports = from && { address: from.address, port: from.port };
  }
}
