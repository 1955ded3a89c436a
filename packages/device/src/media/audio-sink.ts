/** @module The interface of sinks, which receive clients' audio. */
import type { MediaCodec } from './media-source.ts';

/** One audio packet of a client. */
export interface AudioPacket {
  /** The payload of one RTP packet: an Opus packet or G.711 samples. */
  readonly payload: Uint8Array;
  readonly sequenceNumber: number;
  /** In ticks of the codec's clock, with a random start. */
  readonly timestamp: number;
}

/** The audio of one talking client. */
export interface AudioSinkStream {
  write(packet: AudioPacket): void;
  /** The client has stopped talking; `isWithdrawn`: it lost the right, so what it sent before must not be heard any more either. */
  close(isWithdrawn?: boolean): void;
}

/** Receives the audio of any number of clients. */
export interface AudioSink {
  /** Accepted codecs, preferred first; by default Opus. */
  readonly codecs?: readonly MediaCodec[];
  /** Called when a client starts to talk in one of the codecs. */
  open(codec: MediaCodec): AudioSinkStream;
}

/** A sink that only counts packets. */
export class CountingAudioSink implements AudioSink {
  #packets = 0;
  #bytes = 0;
  #streams = 0;

  /** Received packets and bytes, and the number of open streams. */
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
