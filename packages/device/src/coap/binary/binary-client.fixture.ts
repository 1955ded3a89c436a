/** @module Test fixture: a client of one binary channel, without a transport. */
import {
  bytesToHex,
  CoapOptionNumber,
  encodeBlock,
  encodeCoapFrame,
  encodeCsm,
  given,
  optionOf,
  parseBlock,
  parseCoapFrame,
  pathOptions,
  silentLogger,
  statusOfCode,
  utf8Decode,
  type Block,
  type CoapFrame,
  type CoapOption,
} from '@longwire/protocol';
import { SessionIdentity } from '../../auth/session-identity.ts';
import { testFingerprint } from '../resource-harness.fixture.ts';
import type { RequestHandler } from '../router.ts';
import { BinaryChannel } from './binary-channel.ts';
import { SessionShares } from './session-shares.ts';

/** Options of a client. */
export interface BinaryClientOptions {
  readonly router: RequestHandler;
  readonly shares?: SessionShares;
  readonly maxOpenRequests?: number;
  /** Undefined: sends no settings. */
  readonly csm?: { readonly maxMessageSize: number; readonly isBlockWise: boolean } | undefined;
}

/** A request besides its method and path. */
export interface AskOptions {
  readonly token?: Uint8Array;
  readonly options?: readonly CoapOption[];
  readonly payload?: Uint8Array;
}

const fingerprint = testFingerprint('any');

/** The identity of every client of this fixture. */
export const anySession: SessionIdentity = new SessionIdentity({
  clientFingerprint: fingerprint,
  deviceFingerprint: fingerprint,
  tokenId: 't',
});

/** One client. */
export class BinaryClient {
  readonly channel: BinaryChannel;
  readonly shares: SessionShares;
  /** Everything that was sent to it, the settings first. */
  readonly received: CoapFrame[] = [];
  isClosed = false;
  /** The bytes buffered for it, as the device sees them. */
  bufferedBytes = 0;
  readonly #waiting = new Set<() => void>();
  #lastToken = 0;

  constructor({ router, shares = new SessionShares(), maxOpenRequests, ...rest }: BinaryClientOptions) {
    this.shares = shares;
    const bufferedBytes = (): number => this.bufferedBytes;
    this.channel = new BinaryChannel({
      router,
      context: { session: anySession },
      shares,
      logger: silentLogger,
      ...given({ maxOpenRequests }),
      output: {
        maxMessageBytes: 262_144,
        get bufferedBytes() {
          return bufferedBytes();
        },
        send: (message) => this.#take(message),
        close: () => {
          this.isClosed = true;
        },
      },
    });
    const csm = 'csm' in rest ? rest.csm : { maxMessageSize: 262_144, isBlockWise: true };
    if (csm !== undefined) this.channel.handleMessage(encodeCsm(csm));
  }

  /** Sends a message. */
  send(frame: Pick<CoapFrame, 'code'> & Partial<CoapFrame>): void {
    this.channel.handleMessage(encodeCoapFrame({ token: new Uint8Array(0), options: [], ...frame }));
  }

  /** Sends a request and resolves with its first answer. */
  async ask(
    code: number,
    path: string,
    { token, options = [], payload }: AskOptions = {},
  ): Promise<CoapFrame> {
    this.#lastToken += 1;
    const own = token ?? Uint8Array.of(0xee, this.#lastToken >> 8, this.#lastToken);
    const earlier = this.answersTo(own).length;
    const body = payload === undefined ? {} : { payload };
    this.send({ code, token: own, options: [...pathOptions(path), ...options], ...body });
    await this.until(() => this.answersTo(own).length > earlier);
    return this.answersTo(own)[earlier] ?? { code: 0, token: own, options: [] };
  }

  /** The messages with a token. */
  answersTo(token: Uint8Array): readonly CoapFrame[] {
    return this.received.filter((frame) => bytesToHex(frame.token) === bytesToHex(token));
  }

  /** The texts of the messages with a token. */
  textsTo(token: Uint8Array): readonly string[] {
    return this.answersTo(token).map(textOf);
  }

  /** Resolves when a message of the device makes the condition true. */
  async until(isTrue: () => boolean): Promise<void> {
    while (!isTrue()) {
      const changed = Promise.withResolvers<void>();
      this.#waiting.add(changed.resolve);
      await changed.promise;
    }
  }

  #take(message: Uint8Array): void {
    const parsed = parseCoapFrame(message);
    if (!parsed.ok) throw new Error(parsed.reason);
    this.received.push(parsed.value);
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
  }
}

/** The status of an answer, and its text. */
export function summaryOf(frame: CoapFrame): [number, string] {
  return [statusOfCode(frame.code), textOf(frame)];
}

/** The payload as text. */
export function textOf({ payload = new Uint8Array(0) }: CoapFrame): string {
  return utf8Decode(payload);
}

/** A Block1 option. */
export function block1(num: number, more: boolean, szx = 7): CoapOption {
  return encodeBlock(CoapOptionNumber.BLOCK1, { num, more, szx });
}

/** A Block2 option. */
export function block2(num: number, szx = 7): CoapOption {
  return encodeBlock(CoapOptionNumber.BLOCK2, { num, more: false, szx });
}

/** The block that an answer carries. */
export function blockIn({ options }: CoapFrame, number: number): Block | undefined {
  return parseBlock(optionOf(options, number) ?? new Uint8Array(9));
}
