/** @module The device's end of a byte stream: received data as frames or as bytes. */
import { concatBytes, decodeStreamFrame, encodeStreamFrame, type StreamFrame } from '@longwire/protocol';
import type { FakeDataChannel } from '../rtc/fake-data-channel.ts';

/** One stream that a client opened. */
export class FakeStream {
  readonly port: number;
  readonly channel: FakeDataChannel;
  /** Every message, as received. */
  readonly messages: Uint8Array[] = [];

  constructor(port: number, channel: FakeDataChannel) {
    this.port = port;
    this.channel = channel;
    channel.addEventListener('message', (event) => {
      const data: unknown = Reflect.get(event, 'data');
      if (data instanceof ArrayBuffer) this.messages.push(new Uint8Array(data));
    });
  }

  /** The received messages, parsed as frames of `stream/1`. */
  get frames(): StreamFrame[] {
    return this.messages.map((message) => {
      const frame = decodeStreamFrame(message);
      if (!frame.ok) throw new Error(`cannot parse stream frame: ${frame.reason}`);
      return frame.value;
    });
  }

  /** The data of the received frames. */
  get data(): Uint8Array {
    return concatBytes(this.frames.flatMap((frame) => (frame.kind === 'data' ? [frame.data] : [])));
  }

  /** Sends one frame of `stream/1`. */
  send(frame: StreamFrame): void {
    this.channel.send(encodeStreamFrame(frame));
  }
}
