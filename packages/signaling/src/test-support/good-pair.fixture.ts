/** @module A service under attack, with a client and a device that it must keep serving. */
import { candidate } from './messages.fixture.ts';
import { socketsAt } from './socket-count.fixture.ts';
import type { TestDevice } from './test-device.fixture.ts';
import { TestService } from './test-service.fixture.ts';
import type { TestSocket } from './test-socket.fixture.ts';

/** Both ends of a session, and the service in between. */
export class GoodPair implements AsyncDisposable {
  readonly service: TestService;
  readonly #device: TestDevice;
  readonly #client: TestSocket;
  readonly #session: string;
  #sent = 0;

  private constructor(service: TestService, device: TestDevice, client: TestSocket, session: string) {
    this.service = service;
    this.#device = device;
    this.#client = client;
    this.#session = session;
  }

  static async start(
    options: Parameters<typeof TestService.start>[0] = {},
    socketOptions?: Parameters<typeof TestService.start>[1],
  ): Promise<GoodPair> {
    const limits = { messageBurst: 1_000_000, loginBurst: 1_000_000, closeTimeoutMs: 300, ...options.limits };
    const service = await TestService.start({ ...options, limits }, socketOptions);
    const device = await service.attach();
    const { client, session } = await service.connect(device);
    return new GoodPair(service, device, client, session);
  }

  get url(): string {
    return this.service.service.url;
  }

  /** Whether a message arrives in each direction, in order. */
  async isServed(): Promise<boolean> {
    this.#sent += 1;
    this.#client.sendText(candidate(this.#sent));
    const [heard] = await this.#device.heard(this.#session, 1);
    this.#device.say(this.#session, candidate(-this.#sent));
    const answered = await this.#client.text();
    return heard === candidate(this.#sent) && answered === candidate(-this.#sent);
  }

  /** Number of sockets that the service has open. */
  socketCount(): Promise<number> {
    return socketsAt(this.url);
  }

  /** Closes both ends. */
  leave(): void {
    this.#client.socket.close();
    this.#device.link.socket.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.service[Symbol.asyncDispose]();
  }
}
