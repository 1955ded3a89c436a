/** @module Contacts the service like a client, one step at a time, and returns the result of each. */
import type { LoginMessage, SignalingMessage, TurnReply } from '@longwire/protocol';
import { SignalingCloseError, waitFor } from '@longwire/protocol/base';
import { isKind, SignalingSocket, type SignalingLoss } from '../../signaling/signaling-socket.ts';

/** The answer of a service over HTTP. */
export type HttpAnswer =
  | { readonly kind: 'failed' }
  | { readonly kind: 'answered'; readonly dateMs: number | undefined };

/** Sends any HTTP request to the service; its time is readable from its own pages and from allowed origins. */
export async function askHttp(ask: typeof fetch, url: string, signal: AbortSignal): Promise<HttpAnswer> {
  const request: RequestInit = { method: 'HEAD', cache: 'no-store', credentials: 'omit', signal };
  const readable = await ask(url, request).catch(() => undefined);
  if (readable !== undefined) {
    const dateMs = Date.parse(readable.headers.get('date') ?? '');
    return { kind: 'answered', dateMs: Number.isNaN(dateMs) ? undefined : dateMs };
  }
  signal.throwIfAborted();
  const opaque = await ask(url, { ...request, mode: 'no-cors' }).catch(() => undefined);
  return opaque === undefined ? { kind: 'failed' } : { kind: 'answered', dateMs: undefined };
}

/** The result of a step on the socket. */
export type SocketAnswer<T> =
  | { readonly kind: 'answered'; readonly value: T }
  | { readonly kind: 'closed'; readonly error: SignalingCloseError | undefined };

/** One socket to the service; stores how it was lost for later steps. */
export class ServiceSocket {
  readonly #socket: SignalingSocket;
  #loss: SignalingLoss | undefined;

  constructor(options: ConstructorParameters<typeof SignalingSocket>[0]) {
    this.#socket = new SignalingSocket(options);
    this.#socket.on('lost', (loss) => {
      // Browsers report an error first and the close code after it.
      if (this.#loss?.type !== 'signaling-closed') this.#loss = loss;
    });
  }

  /** Resolves with whether the socket opened. */
  opened(signal: AbortSignal): Promise<boolean> {
    return waitFor<boolean>({ owner: signal }, ({ resolve }) => {
      if (this.#loss !== undefined) resolve(false);
      const offs = [
        this.#socket.on('open', () => resolve(true)),
        this.#socket.on('lost', () => resolve(false)),
      ];
      return () => offs.forEach((off) => off());
    });
  }

  async logIn(login: LoginMessage, signal: AbortSignal): Promise<SocketAnswer<true>> {
    const answer = await this.#exchange(login, 'loginReply', signal);
    return answer.kind === 'answered' ? { kind: 'answered', value: true } : answer;
  }

  async askServers(signal: AbortSignal): Promise<SocketAnswer<TurnReply>> {
    return await this.#exchange({ kind: 'turnRequest' }, 'turnReply', signal);
  }

  close(): void {
    this.#socket.close();
  }

  async #exchange<K extends SignalingMessage['kind']>(
    message: SignalingMessage,
    kind: K,
    signal: AbortSignal,
  ): Promise<SocketAnswer<Extract<SignalingMessage, { kind: K }>>> {
    return await waitFor({ owner: signal }, ({ resolve }) => {
      const finish = (): void => resolve({ kind: 'closed', error: this.#closeError() });
      if (this.#loss?.type === 'signaling-closed') finish();
      const offs = [
        this.#socket.on('message', (reply) => {
          if (isKind(reply, kind)) resolve({ kind: 'answered', value: reply });
        }),
        this.#socket.on('lost', (loss) => {
          if (loss.type === 'signaling-closed') finish();
        }),
      ];
      if (this.#loss === undefined) this.#socket.send(message);
      return () => offs.forEach((off) => off());
    });
  }

  /** The error of the service's close; undefined if the network closed the socket. */
  #closeError(): SignalingCloseError | undefined {
    const loss = this.#loss;
    if (loss?.type !== 'signaling-closed' || loss.closeCode === ABNORMAL_CLOSURE) return undefined;
    return SignalingCloseError.fromCloseCode(loss.closeCode, loss.reason);
  }
}

/** No close frame came (RFC 6455 section 7.1.5). */
const ABNORMAL_CLOSURE = 1006;
