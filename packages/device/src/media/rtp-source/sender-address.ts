/** @module The address to which RTCP for a stream's sender is sent. */

/** A UDP source or destination address. */
export interface UdpAddress {
  readonly address: string;
  readonly port: number;
}

/** The sender of the received stream, with its address for RTCP. */
export interface RtcpPeer extends UdpAddress {
  readonly ssrc: number;
}

const MAX_PORT = 65_535;

/** Tracks the addresses from which one sender's packets arrive. */
export class SenderAddress {
  #media: UdpAddress | undefined;
  #reports: UdpAddress | undefined;

  /** The source address of its RTCP, else the port after that of its RTP (RFC 3550 section 11). */
  get forRtcp(): UdpAddress | undefined {
    const to = this.#reports ?? (this.#media && { ...this.#media, port: this.#media.port + 1 });
    return to !== undefined && to.port > 0 && to.port <= MAX_PORT ? to : undefined;
  }

  /** Stores the source address of an RTP packet. */
  handleMedia(from: UdpAddress | undefined): void {
    this.#media = from && { address: from.address, port: from.port };
  }

  /** Stores the source address of an RTCP report. */
  handleReport(from: UdpAddress | undefined): void {
    this.#reports = from && { address: from.address, port: from.port };
  }
}
