/** @module A client in a page, driven from the test; errors of the page are thrown here, with their codes. */
import type { ClosePolicy, FingerprintVerdict } from '@longwire/client';
import type { Page } from '@playwright/test';
import type { ErrorFields, Outcome } from '../pages/outcome.ts';
import type { ProbeEvent, ProbeRequest, ProbeResponse } from '../pages/probe.ts';
import type { Device } from './device.ts';

/** An error of the page. */
class PageError extends Error implements ErrorFields {
  readonly code: string | undefined;
  readonly closeCode: number | undefined;
  readonly statusCode: number | undefined;
  readonly reason: string | undefined;
  readonly deviceMessage: string | undefined;
  readonly causeMessage: string | undefined;

  constructor({
    name,
    message,
    code,
    closeCode,
    statusCode,
    reason,
    deviceMessage,
    causeMessage,
  }: ErrorFields) {
    super(message, { cause: causeMessage });
    this.name = name;
    this.code = code;
    this.closeCode = closeCode;
    this.statusCode = statusCode;
    this.reason = reason;
    this.deviceMessage = deviceMessage;
    this.causeMessage = causeMessage;
  }
}

/** The value of an outcome. @throws PageError with the fields of what the page threw */
export function unwrap<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  throw new PageError(outcome.error);
}

/** Options of a connection that can be passed to a page. */
export interface TestClientOptions {
  readonly signalingServerUrl: string;
  readonly productId: string;
  readonly deviceId: string;
  readonly sct?: string;
  readonly jwt?: string;
  readonly connectTimeoutMs?: number;
  readonly requestTimeoutMs?: number;
  readonly iceTransportPolicy?: RTCIceTransportPolicy;
  readonly iceServers?: RTCIceServer[];
  readonly handshake?: 'pipelined' | 'sequential';
  readonly closePolicy?: ClosePolicy;
}

type CloseEvent = Extract<ProbeEvent, { readonly type: 'close' }>;

interface CertificateOptions {
  /** Whether all clients of the page share one certificate, by which a device may recognise them; by default each has its own. */
  readonly keepsCertificate?: boolean;
}

/** The address and credentials of a device, for a client. */
export function optionsFor(device: Device, signalingServerUrl: string): TestClientOptions {
  return {
    signalingServerUrl,
    productId: device.productId,
    deviceId: device.deviceId,
    sct: device.sct,
  };
}

/** The client of one page. */
export class TestClient {
  readonly page: Page;

  private constructor(page: Page) {
    this.page = page;
  }

  /** Creates a connection in the page, which has loaded test.html, without connecting it. */
  static async create(
    page: Page,
    options: TestClientOptions,
    { keepsCertificate = false }: CertificateOptions = {},
  ): Promise<TestClient> {
    await page.evaluate(
      async ({ options: input, keepsCertificate: keeps }) => {
        if (keeps) window.certificate ??= await window.Probe.generateCertificate();
        const certificate = keeps ? { certificate: window.certificate } : {};
        window.probe = new window.Probe({ ...input, ...certificate });
      },
      { options, keepsCertificate },
    );
    return new TestClient(page);
  }

  /** Runs every step before the offer. */
  async prepare(): Promise<void> {
    unwrap(await this.page.evaluate(async () => await window.probe.prepare()));
  }

  async connect(): Promise<void> {
    unwrap(await this.page.evaluate(async () => await window.probe.connect()));
  }

  async close(): Promise<void> {
    unwrap(await this.page.evaluate(async () => await window.probe.close()));
  }

  async state(): Promise<string> {
    return await this.page.evaluate(() => window.probe.connection.state);
  }

  async events(): Promise<ProbeEvent[]> {
    return await this.page.evaluate(() => window.probe.events);
  }

  /** The names of the tracks that have arrived. */
  async trackIds(): Promise<(string | undefined)[]> {
    return (await this.events()).flatMap((event) => (event.type === 'track' ? [event.trackId] : []));
  }

  async request(
    method: ProbeRequest['method'],
    path: string,
    options: { payload?: Uint8Array; contentFormat?: number; timeoutMs?: number } = {},
  ): Promise<ProbeResponse> {
    const { payload, ...rest } = options;
    const request = { method, path, ...rest, ...(payload === undefined ? {} : { payload: [...payload] }) };
    return unwrap(await this.page.evaluate(async (input) => await window.probe.request(input), request));
  }

  /** A request with a JSON answer. */
  async requestJson(
    method: ProbeRequest['method'],
    path: string,
    body?: object,
  ): Promise<{ readonly statusCode: number; readonly json: unknown }> {
    const payload =
      body === undefined ? {} : { payload: Buffer.from(JSON.stringify(body)), contentFormat: 50 };
    const response = await this.request(method, path, payload);
    const text = Buffer.from(response.payload ?? []).toString('utf8');
    const isJson = response.contentFormat === 50;
    return { statusCode: response.statusCode, json: isJson ? JSON.parse(text) : undefined };
  }

  async authenticate(username: string, password: string): Promise<void> {
    const input = { username, password };
    unwrap(
      await this.page.evaluate(
        async (login) => await window.probe.authenticate(login.username, login.password),
        input,
      ),
    );
  }

  async logInAsAdmin(device: Device): Promise<void> {
    await this.authenticate(device.username, device.password);
  }

  async verifyFingerprint(fingerprint: string): Promise<FingerprintVerdict> {
    return unwrap(
      await this.page.evaluate(async (input) => await window.probe.verifyFingerprint(input), fingerprint),
    );
  }

  async createUser(username: string, role: string): Promise<{ username: string; password: string }> {
    return unwrap(
      await this.page.evaluate(async (input) => await window.probe.createUser(input.username, input.role), {
        username,
        role,
      }),
    );
  }

  async whoAmI(): Promise<{ username: string; role: string | undefined }> {
    return unwrap(await this.page.evaluate(async () => await window.probe.whoAmI()));
  }

  async list(what: 'users' | 'roles'): Promise<readonly string[]> {
    return unwrap(await this.page.evaluate(async (input) => await window.probe.list(input), what));
  }

  /** Has the device add tracks and offer them. Returns the status. */
  async requestTracks(...tracks: readonly string[]): Promise<number> {
    return (await this.requestJson('POST', '/webrtc/tracks', { tracks })).statusCode;
  }

  /** Waits for the end of the connection. Returns the fields of its event. */
  async closed(): Promise<ErrorFields | undefined> {
    return (await this.#closeEvent()).error;
  }

  /** Waits for the end of the connection. Returns the time of day of the page's event. */
  async closedAtMs(): Promise<number> {
    return (await this.#closeEvent()).atMs;
  }

  async #closeEvent(): Promise<CloseEvent> {
    const handle = await this.page.waitForFunction(() =>
      window.probe.events.find((event) => event.type === 'close'),
    );
    const event = await handle.jsonValue();
    if (event === undefined) throw new Error('the connection ended without its event');
    return event;
  }

  async talk(trackId: string, direction: 'sendrecv' | 'sendonly' = 'sendrecv'): Promise<void> {
    const input = { trackId, direction };
    unwrap(
      await this.page.evaluate(
        async (line) => await window.probe.talk(line.trackId, { direction: line.direction }),
        input,
      ),
    );
  }

  async stopTalking(): Promise<void> {
    await this.page.evaluate(() => window.probe.stopTalking());
  }

  /** The directions of the microphone's lines, one for each time that it was sent. */
  async talkDirections(): Promise<readonly (string | null)[]> {
    return await this.page.evaluate(() => window.probe.talkDirections());
  }

  async nextFrame(trackId: string): Promise<number[]> {
    return unwrap(await this.page.evaluate(async (input) => await window.probe.nextFrame(input), trackId));
  }

  /** The width of a track's picture, which identifies the camera in a test. */
  async frameWidth(trackId: string): Promise<number> {
    return unwrap(await this.page.evaluate(async (input) => await window.probe.frameWidth(input), trackId));
  }

  /** The volume of a track, from 0 to 1. */
  async soundLevel(trackId: string): Promise<number> {
    return unwrap(await this.page.evaluate(async (input) => await window.probe.soundLevel(input), trackId));
  }

  async statistic(type: string, key: string): Promise<number> {
    return await this.page.evaluate(async (input) => await window.probe.statistic(input.type, input.key), {
      type,
      key,
    });
  }

  /** How much later the sound that is heard was sent than the picture that is shown, in milliseconds. */
  async lipSyncMs(): Promise<number | undefined> {
    return await this.page.evaluate(async () => await window.probe.lipSyncMs());
  }
}
