/** @module For tests: requests in `coap-ws/1` on the channel of a test client. */
import {
  bytesToHex,
  CoapCode,
  encodeCoapFrame,
  encodeCsm,
  parseCoapFrame,
  pathOptions,
  type CoapFrame,
  type CoapOption,
} from '@longwire/protocol';
import type { TestClient } from './test-client.fixture.ts';

/** Sends binary requests on the client’s request channel. */
export class BinaryRequestClient {
  readonly #client: TestClient;

  constructor(client: TestClient) {
    this.#client = client;
    client.sendBytes(encodeCsm({ maxMessageSize: 262_144, isBlockWise: true }));
  }

  /** All received frames. */
  get received(): readonly CoapFrame[] {
    return this.#client.binaryMessages.map((bytes) => {
      const parsed = parseCoapFrame(bytes);
      if (!parsed.ok) throw new Error(parsed.reason);
      return parsed.value;
    });
  }

  /** Received frames with a token. */
  answersTo(token: number): readonly CoapFrame[] {
    return this.received.filter((frame) => bytesToHex(frame.token) === bytesToHex(Uint8Array.of(token)));
  }

  async get(path: string, token: number, options: readonly CoapOption[] = []): Promise<CoapFrame> {
    const all = [...pathOptions(path), ...options];
    const earlier = this.answersTo(token).length;
    this.#client.sendBytes(
      encodeCoapFrame({ code: CoapCode.GET, token: Uint8Array.of(token), options: all }),
    );
    await this.#client.until(() => this.answersTo(token).length > earlier);
    return this.answersTo(token)[earlier] ?? { code: 0, token: new Uint8Array(0), options: [] };
  }
}
