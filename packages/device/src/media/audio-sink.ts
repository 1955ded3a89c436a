/** @module Where a client's sound goes. */

/** One packet of a client's sound. */
export interface AudioPacket {
  /** One Opus packet. */
  readonly payload: Uint8Array;
  readonly sequenceNumber: number;
  /** In ticks of 1/48000 s, from a random start. */
  readonly timestamp: number;
}

/** One client that talks. */
export interface AudioSinkStream {
  write(packet: AudioPacket): void;
  close(): void;
}

/** Takes the sound of any number of clients. */
export interface AudioSink {
  /** A client starts to talk. */
  open(): AudioSinkStream;
}

/** A sink that only counts. */
export class CountingAudioSink implements AudioSink {
  #packets = 0;
  #bytes = 0;
  #streams = 0;

  /** What has been received, and how many talk now. */
  get counts(): { readonly packets: number; readonly bytes: number; readonly streams: number } {
    return { packets: this.#packets, bytes: this.#bytes, streams: this.#streams };
  }

  open(): AudioSinkStream {
    let isOpen = true;
    this.#streams += 1;
    return {
      write: ({ payload }) => {
        this.#packets += 1;
        this.#bytes += payload.length;
      },
      close: () => {
        if (isOpen) this.#streams -= 1;
        isOpen = false;
      },
    };
  }
}
