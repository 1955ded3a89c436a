/** @module The baseline of requests in JSON: a UUID as id, bytes as an array of numbers, everything through JSON.stringify and JSON.parse. */

/** Sends requests on its own channel and matches answers to them. */
export class NaiveRequests {
  readonly #channel: RTCDataChannel;
  readonly #open = new Map<string, (answer: Uint8Array) => void>();

  private constructor(channel: RTCDataChannel) {
    this.#channel = channel;
    channel.addEventListener('message', ({ data }: MessageEvent<string>) => {
      const { requestId, payload } = JSON.parse(data);
      this.#open.get(requestId)?.(Uint8Array.from(payload.data ?? payload));
      this.#open.delete(requestId);
    });
  }

  static async open(channel: RTCDataChannel): Promise<NaiveRequests> {
    if (channel.readyState !== 'open') {
      await new Promise((resolve) => channel.addEventListener('open', resolve, { once: true }));
    }
    return new NaiveRequests(channel);
  }

  async get(path: string): Promise<Uint8Array> {
    return await this.#send({ method: 'GET', path });
  }

  async post(path: string, bytes: Uint8Array): Promise<Uint8Array> {
    const payload = { type: 'Buffer', data: Array.from(bytes) };
    return await this.#send({ method: 'POST', path, contentType: 42, payload });
  }

  async #send(request: object): Promise<Uint8Array> {
    const requestId = crypto.randomUUID();
    const answered = new Promise<Uint8Array>((resolve) => this.#open.set(requestId, resolve));
    this.#channel.send(JSON.stringify({ type: 0, requestId, ...request }));
    return await answered;
  }
}
