/** @module A real service on loopback with a real registry, a product, a device and a token. */
import { join } from 'node:path';
import { encodeSignalingMessage, SIGNALING_PATH, SIGNALING_SUBPROTOCOL } from '@longwire/protocol';
import type { ClientOptions } from 'ws';
import { createService, type Service } from '../create-service.ts';
import type { ServiceOptions } from '../service-options.ts';
import { makeDirectory } from './directory.fixture.ts';
import { ManualClock } from '@longwire/testing/clock';
import { TestDevice, type DeviceTarget } from './test-device.fixture.ts';
import { makeIdentity, type TestIdentity } from './test-identity.fixture.ts';
import { TestSocket } from './test-socket.fixture.ts';

/** Ids that exist in every test service. */
export const PRODUCT = 'pr-1';
export const DEVICE = 'de-1';
const DAY_MS = 86_400_000;

/** A running service with test helpers. */
export class TestService {
  readonly service: Service;
  readonly clock: ManualClock;
  readonly identity: TestIdentity;
  /** A token for the device. */
  readonly sct: string;
  /** WebSocket options of clients and devices. */
  readonly socketOptions: ClientOptions;
  readonly #resources: AsyncDisposableStack;

  private constructor(
    parts: Pick<TestService, 'service' | 'clock' | 'identity' | 'sct' | 'socketOptions'>,
    resources: AsyncDisposableStack,
  ) {
    this.service = parts.service;
    this.clock = parts.clock;
    this.identity = parts.identity;
    this.sct = parts.sct;
    this.socketOptions = parts.socketOptions;
    this.#resources = resources;
  }

  static async start(
    options: Partial<ServiceOptions> = {},
    socketOptions: (url: string) => ClientOptions = () => ({}),
  ): Promise<TestService> {
    await using resources = new AsyncDisposableStack();
    const directory = resources.use(await makeDirectory());
    const clock = new ManualClock();
    const database = join(directory.path, 'registry.db');
    const service = resources.use(await createService({ clock, database, console: false, ...options }));
    const identity = await makeIdentity();
    const { products, devices, tokens } = service.registry;
    await products.add(PRODUCT);
    await devices.add({ productId: PRODUCT, deviceId: DEVICE, fingerprint: identity.fingerprint });
    const { value: sct } = await tokens.add({ productId: PRODUCT, deviceId: DEVICE, lifetimeMs: DAY_MS });
    return new TestService(
      { service, clock, identity, sct, socketOptions: socketOptions(service.url) },
      resources.move(),
    );
  }

  get target(): DeviceTarget {
    const { identity, socketOptions } = this;
    return { url: this.service.url, productId: PRODUCT, deviceId: DEVICE, identity, socketOptions };
  }

  /** Opens a client's socket without sending anything. */
  open(options: ClientOptions = {}): Promise<TestSocket> {
    return TestSocket.open(`${this.service.url}${SIGNALING_PATH}`, [SIGNALING_SUBPROTOCOL], {
      ...this.socketOptions,
      ...options,
    });
  }

  /** Opens a client's socket and sends a login without waiting for the response. */
  async login(login: { productId?: string; deviceId?: string; sct?: string } = {}): Promise<TestSocket> {
    const client = await this.open();
    client.sendText(this.loginText(login));
    return client;
  }

  loginText(login: { productId?: string; deviceId?: string; sct?: string } = {}): string {
    const { productId = PRODUCT, deviceId = DEVICE, sct = this.sct } = login;
    return encodeSignalingMessage({ kind: 'login', productId, deviceId, sct });
  }

  attach(changes: Partial<DeviceTarget> = {}): Promise<TestDevice> {
    return TestDevice.attach({ ...this.target, ...changes });
  }

  /** A logged-in client, and its session as the device knows it. */
  async connect(device: TestDevice): Promise<{ client: TestSocket; session: string }> {
    const client = await this.login();
    const { session } = await device.next('session-open');
    await client.text();
    return { client, session };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#resources.disposeAsync();
  }
}
