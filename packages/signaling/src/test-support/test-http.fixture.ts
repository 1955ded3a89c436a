/**
 * @module The HTTP server alone, on loopback, with a real registry; each response is checked against the
 * OpenAPI document.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { ERROR_CODES } from '@longwire/protocol';
import { Compile } from 'typebox/compile';
import type { TSchema } from 'typebox';
import { DEFAULT_LIMITS } from '../config/limits.ts';
import { createHttp, type HttpOptions } from '../http/create-http.ts';
import { Readiness } from '../http/readiness.ts';
import { ServiceMetrics } from '../metrics/service-metrics.ts';
import { ROLES, type Role } from '../ports/operators.ts';
import type { Registry } from '../ports/registry.ts';
import { openRegistry } from '../registry/registry.ts';
import { HSTS, SECURITY_HEADERS } from '../request/security-headers.ts';
import { FakeLive } from './fake-live.fixture.ts';
import { ManualClock } from '@longwire/testing/clock';
import { quickPasswords } from './quick-passwords.fixture.ts';
import { makeDirectory } from './directory.fixture.ts';

/** Ids and secrets for tests. */
export const PASSWORD = 'correct horse battery';
export const FINGERPRINT: string = 'ab'.repeat(32);

/** A request of a test. */
export interface Call {
  readonly key?: string | undefined;
  readonly cookie?: string | undefined;
  readonly body?: unknown;
  readonly rawBody?: string | Buffer | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** Runs when the headers are sent; the body follows. */
  readonly beforeBody?: () => Promise<void>;
}

/** A response. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The body, parsed as JSON of whatever shape the test expects. */
  // oxlint-disable-next-line typescript/no-explicit-any -- a test says what it expects
  readonly json: any;
}

interface OpenApi {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
}

interface OpenApiOperation {
  readonly security?: readonly object[];
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: TSchema }>> }>
  >;
}

type Server = Awaited<ReturnType<typeof createHttp>>;

/** The server, its dependencies, and a client. */
export class TestHttp {
  readonly app: Server;
  readonly registry: Registry;
  readonly live: FakeLive;
  readonly clock: ManualClock;
  readonly metrics: ServiceMetrics;
  readonly document: OpenApi;
  readonly #resources: AsyncDisposableStack;
  readonly #keys = new Map<Role, Promise<string>>();
  /** Runs before the transaction of each change. */
  beforeChange: () => Promise<void> = async () => undefined;

  private constructor(
    parts: Pick<TestHttp, 'app' | 'registry' | 'live' | 'clock' | 'metrics' | 'document'>,
    resources: AsyncDisposableStack,
  ) {
    this.app = parts.app;
    this.registry = parts.registry;
    this.live = parts.live;
    this.clock = parts.clock;
    this.metrics = parts.metrics;
    this.document = parts.document;
    this.#resources = resources;
  }

  static async start(
    options: Partial<HttpOptions> & {
      readonly database?: string;
      readonly wrap?: (registry: Registry) => Registry;
    } = {},
  ): Promise<TestHttp> {
    await using resources = new AsyncDisposableStack();
    const directory = resources.use(await makeDirectory());
    const clock = new ManualClock();
    const now = (): number => clock.wall();
    const database = options.database ?? join(directory.path, 'r.db');
    const opened = resources.use(await openRegistry(database, now, { passwords: quickPasswords() }));
    const registry = options.wrap?.(opened) ?? opened;
    const recorded: Registry['recorded'] = async (act) => {
      await http.beforeChange();
      return await registry.recorded(act);
    };
    const importAll: Registry['importAll'] = async (...given) => {
      await http.beforeChange();
      return await registry.importAll(...given);
    };
    const live = new FakeLive();
    const readiness = options.readiness ?? new Readiness({ database: () => registry.ready() });
    const metrics = new ServiceMetrics({
      devices: () => live.devices.length,
      sessions: () => live.sessions.length,
      auditBacklog: () => registry.audit.backlog,
      parts: () => readiness.parts(),
    });
    const app = await createHttp({
      registry: { ...registry, recorded, importAll },
      live,
      metrics,
      readiness,
      now,
      console: false,
      log: undefined,
      limits: DEFAULT_LIMITS,
      ...options,
    });
    resources.defer(() => app.close());
    await app.listen({ host: '127.0.0.1', port: 0 });
    const document: OpenApi = JSON.parse(JSON.stringify(app.swagger()));
    const http = new TestHttp({ app, registry, live, clock, metrics, document }, resources.move());
    return http;
  }

  get port(): number {
    const address: AddressInfo | string | null = this.app.server.address();
    if (typeof address !== 'object' || address === null) throw new Error('not listening');
    return address.port;
  }

  /** The origin of the service's own pages. */
  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** An API key with this role. */
  key(role: Role): Promise<string> {
    const known =
      this.#keys.get(role) ??
      this.registry.apiKeys.add({ name: `test-${role}`, role }).then(({ value }) => value);
    this.#keys.set(role, known);
    return known;
  }

  /** Adds an operator for each role, named after it. */
  async addOperators(roles: readonly Role[] = ROLES): Promise<void> {
    for (const role of roles) await this.registry.operators.add({ name: role, role, password: PASSWORD });
  }

  /** Logs in and returns the Cookie header that a browser would send. */
  async login(name: string, password: string = PASSWORD): Promise<string> {
    const answer = await this.call('POST', '/api/v1/login', { body: { name, password } });
    if (answer.status !== 200) throw new Error(`login: ${answer.status} ${answer.text}`);
    return cookieOf(answer);
  }

  /** Sends a request with a key of this role. */
  async as(role: Role, method: string, path: string, body?: unknown): Promise<Answer> {
    return this.call(method, path, { key: await this.key(role), body });
  }

  /** Sends a request and checks the response against the document and the common headers. */
  async call(method: string, path: string, call: Call = {}): Promise<Answer> {
    const answer = await this.ask(method, path, call);
    this.#checkHeaders(answer);
    this.#checkShape(method, path, answer);
    return answer;
  }

  /** Sends a request without checks. */
  async ask(method: string, path: string, call: Call = {}): Promise<Answer> {
    const body = call.rawBody ?? (call.body === undefined ? undefined : JSON.stringify(call.body));
    const request = httpRequest({
      host: '127.0.0.1',
      port: this.port,
      method,
      path,
      headers: {
        ...(body === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
        ...(call.key === undefined ? {} : { authorization: `Bearer ${call.key}` }),
        ...(call.cookie === undefined ? {} : { cookie: call.cookie, origin: this.origin }),
        ...call.headers,
      },
    });
    const answered = Promise.withResolvers<Answer>();
    request.on('error', answered.reject).on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const isJson = (response.headers['content-type'] ?? '').startsWith('application/json');
        const json: unknown = isJson && text !== '' ? JSON.parse(text) : undefined;
        answered.resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json });
      });
    });
    if (call.beforeBody !== undefined) {
      request.flushHeaders();
      await call.beforeBody();
    }
    request.end(body);
    return answered.promise;
  }

  /** Writes bytes and returns everything received until the service closes. */
  async raw(text: string): Promise<string> {
    const socket = connect(this.port, '127.0.0.1');
    const ended = once(socket, 'close');
    let answer = '';
    socket.setEncoding('utf8').on('data', (part) => (answer += String(part)));
    socket.on('error', () => undefined);
    socket.write(text);
    await ended;
    return answer;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#resources.disposeAsync();
  }

  #checkHeaders({ headers }: Answer): void {
    for (const [name, value] of Object.entries({ ...SECURITY_HEADERS, ...HSTS }))
      assert.equal(headers[name], value, name);
    assert.equal(headers['cache-control'], 'no-store');
    assert.match(String(headers['x-request-id']), /^[A-Za-z0-9._-]{1,64}$/);
  }

  #checkShape(method: string, path: string, { status, headers, text, json }: Answer): void {
    const plain = path.split('?', 1)[0] ?? '';
    const found = Object.entries(this.document.paths).find(([pattern]) => matches(pattern, plain));
    const operation = found?.[1][method.toLowerCase()];
    if (status >= 400 && method !== 'HEAD') {
      const { code, message } = json.error;
      assert.deepEqual(json, { error: { code, message }, requestId: headers['x-request-id'] });
      assert.ok(ERROR_CODES.includes(code) && typeof message === 'string', text);
    }
    if (operation === undefined) return;
    const described =
      operation.responses[String(status)] ?? operation.responses[`${Math.floor(status / 100)}XX`];
    assert.ok(described !== undefined, `${method} ${plain} answers ${status}`);
    const schema = described.content?.['application/json']?.schema;
    const faults = schema === undefined ? [] : Compile(schema).Errors(json);
    assert.deepEqual(faults, [], `${method} ${plain} ${text}`);
    assert.ok(status !== 204 || text === '');
  }
}

/** The cookie of a response, as a browser sends it back. */
export function cookieOf({ headers }: Answer): string {
  const [cookie = ''] = headers['set-cookie'] ?? [];
  return cookie.split(';', 1)[0] ?? '';
}

function matches(pattern: string, path: string): boolean {
  const parts = pattern.split('/');
  const given = path.split('/');
  return (
    parts.length === given.length &&
    parts.every((part, index) => part === given[index] || (part.startsWith('{') && given[index] !== ''))
  );
}
