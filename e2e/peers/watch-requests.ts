/**
 * @module Loaded before a device's program: reports requests that are answered twice or run twice, and how many peer connections are open.
 * Each report is a line of stderr, for the oracles (e2e/harness/watched.ts).
 */
import { registerHooks } from 'node:module';
import {
  CoapOptionNumber,
  isSignal,
  optionOf,
  parseCoapFrame,
  parseRequest,
  parseResponse,
  type CoapFrame,
} from '@longwire/protocol';
import { readRequest } from '../../packages/device/src/coap/binary/read-request.ts';
import { Router } from '../../packages/device/src/coap/router.ts';
import { SessionRequests } from '../../packages/device/src/coap/session-requests.ts';
import { report } from './report.ts';

/** The requests of one session that must not run twice, by method and path: how many came, less those that ran. */
const left = new WeakMap<object, Map<string, number>>();

function countRun(session: object, request: string, change: 1 | -1): number {
  const counts = left.get(session) ?? new Map<string, number>();
  left.set(session, counts);
  const count = (counts.get(request) ?? 0) + change;
  counts.set(request, count);
  return count;
}

/** The requests of one channel that wait for their answer, by token. */
class OpenTokens {
  readonly #open = new Map<string, number>();
  readonly #observed = new Set<string>();

  add(token: string): void {
    this.#open.set(token, (this.#open.get(token) ?? 0) + 1);
  }

  /** An answer; one that is observed has any number of them, and ends with one that is not. */
  answer(token: string, isNotification: boolean): void {
    const waiting = this.#open.get(token) ?? 0;
    const isExpected = waiting > 0 || this.#observed.has(token);
    if (!isExpected) report(`fault request ${token} was answered twice`);
    if (waiting > 0) this.#open.set(token, waiting - 1);
    if (isNotification) this.#observed.add(token);
    else this.#observed.delete(token);
  }
}

type Opened = Parameters<SessionRequests['serve']>[0];

/** A message that is a request or an answer, with its token. */
function withFrame(message: string | Uint8Array, use: (frame: CoapFrame, token: string) => void): void {
  const parsed = typeof message === 'string' ? undefined : parseCoapFrame(message);
  if (parsed?.ok !== true || parsed.value.code === 0 || isSignal(parsed.value.code)) return;
  use(parsed.value, Buffer.from(parsed.value.token).toString('hex'));
}

function watchBinary({ channel, identity }: Opened, tokens: OpenTokens): void {
  channel.on('bytes', (message) =>
    withFrame(message, (frame, token) => {
      if (frame.code >= 32) return;
      tokens.add(token);
      const read = readRequest(frame);
      if (!read.ok || read.value.block1?.more === true) return;
      countRun(identity, `${read.value.incoming.method} ${read.value.incoming.path}`, 1);
    }),
  );
  const send = channel.send.bind(channel);
  channel.send = (message) => {
    send(message);
    withFrame(message, ({ options }, token) =>
      tokens.answer(token, optionOf(options, CoapOptionNumber.OBSERVE) !== undefined),
    );
  };
}

function watchJson({ channel, identity }: Opened, tokens: OpenTokens): void {
  const handle = (message: string | Uint8Array): void => {
    const parsed = parseRequest(String(message));
    if (parsed.ok) {
      const { requestId, method, path } = parsed.value;
      tokens.add(requestId);
      countRun(identity, `${method} ${path}`, 1);
    } else if (parsed.ignore !== true) tokens.add(parsed.requestId);
  };
  channel.on('text', handle);
  channel.on('bytes', (message) => handle(Buffer.from(message).toString()));
  const send = channel.send.bind(channel);
  channel.send = (message) => {
    send(message);
    const parsed = parseResponse(String(message));
    if (parsed.ok) tokens.answer(parsed.value.requestId, false);
  };
}

// oxlint-disable-next-line typescript/unbound-method -- called below with the object as `this`
const { serve } = SessionRequests.prototype;
SessionRequests.prototype.serve = function watched(this: SessionRequests, opened): void {
  (opened.isBinary ? watchBinary : watchJson)(opened, new OpenTokens());
  Reflect.apply(serve, this, [opened]);
};

// oxlint-disable-next-line typescript/unbound-method -- as above
const { handle } = Router.prototype;
Router.prototype.handle = function watched(this: Router, request, context) {
  const name = `${request.method} ${request.path}`;
  // A GET runs again for the rest of its answer, and for each notification.
  if (request.method !== 'GET' && countRun(context.session, name, -1) < 0)
    report(`fault ${name} ran more often than it was asked for`);
  return Reflect.apply(handle, this, [request, context]);
};

const PEERS = new URL('watched-peers.ts', import.meta.url).href;

registerHooks({
  resolve: (specifier, context, nextResolve) => {
    const isWatched =
      specifier === 'node-datachannel' && context.parentURL?.endsWith('/create-native-peer.ts') === true;
    return nextResolve(isWatched ? PEERS : specifier, context);
  },
});
