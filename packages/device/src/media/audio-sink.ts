/** @module Where a client's sound goes. */
import type { MediaCodec } from './media-source.ts';

/** One packet of a client's sound. */
export interface AudioPacket {
  /** What one RTP packet carries: an Opus packet, or samples of G.711. */
  readonly payload: Uint8Array;
  readonly sequenceNumber: number;
  /** In ticks of the codec's clock, from a random start. */
  readonly timestamp: number;
}

/** One client that talks. */
export interface AudioSinkStream {
  write(packet: AudioPacket): void;
  close(): void;
}

/** Takes the sound of any number of clients. */
export interface AudioSink {
  /** What it takes, preferred first; Opus unless given. */
  readonly codecs?: readonly MediaCodec[];
  /** A client starts to talk, in one of the codecs. */
  open(codec: MediaCodec): AudioSinkStream;
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
