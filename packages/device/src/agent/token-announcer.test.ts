/** @module What a service is told of the users' tokens, and what is known of them here. */
import { createHash } from 'node:crypto';
import { encodeAttachmentMessage, MAX_ATTACHMENT_TEXT_LENGTH, type LogFields } from '@longwire/protocol';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { TokenAnnouncer, type TokenMessage } from './token-announcer.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const ANNA = 'a token for anna!';
const BOB = 'a token for bob!!';
const CARL = 'a token for carl!';
const hash = (token: string): string => createHash('sha256').update(token).digest('hex');

/** A service that keeps so many, and answers when it is told to. */
class Rig {
  readonly sent: TokenMessage[] = [];
  readonly lines: [string, LogFields | undefined][] = [];
  readonly kept = new Set<string>();
  readonly announcer: TokenAnnouncer;
  tokens: string[] = [];
  limit = 1_000;
  #answered = 0;
  #part: string[] = [];

  constructor() {
    const log = (event: string, fields?: LogFields) => void this.lines.push([event, fields]);
    this.announcer = new TokenAnnouncer({
      tokens: () => this.tokens.map((token, index) => ({ username: `user-${index}`, token })),
      send: (message) => this.sent.push(message),
      logger: { debug: log, info: log, warn: log, error: log },
    });
  }

  attach(features: readonly string[] | undefined = ['tokens/1']): void {
    this.announcer.handleAttached(features);
  }

  change(...tokens: string[]): void {
    this.tokens = tokens;
    this.announcer.handleChange();
  }

  /** Answers everything that was sent, and what follows from it, as a service does. */
  answer(): void {
    for (; this.#answered < this.sent.length; this.#answered += 1) {
      const refused = this.#take(this.sent[this.#answered]);
      if (refused === undefined) continue;
      this.announcer.handleAnswer({ type: 'tokens-kept', kept: this.kept.size, refused });
      vi.advanceTimersByTime(100);
    }
  }

  #take(message: TokenMessage | undefined): number | undefined {
    if (message?.type === 'tokens') {
      this.#part.push(...message.hashes);
      if (message.more) return undefined;
      const all = this.#part.splice(0);
      this.kept.clear();
      for (const one of all.slice(0, this.limit)) this.kept.add(one);
      return Math.max(0, all.length - this.limit);
    }
    if (message?.type === 'token-withdraw') this.kept.delete(message.hash);
    if (message?.type !== 'token-add') return 0;
    if (this.kept.size >= this.limit) return 1;
    this.kept.add(message.hash);
    return 0;
  }
}

const many = (name: string): string[] =>
  Array.from({ length: 33 }, (_, index) => `${name}: a token, no. ${index}`);

/** Whether a token is taken, if that is known at once. */
const known = (rig: Rig, token: string): Promise<boolean | undefined> =>
  rig.announcer.isTaken(token, { signal: AbortSignal.abort() });

describe('what is told', () => {
  test('all after attaching, by its hashes and without the values, then each change, what is taken back first', () => {
    const rig = new Rig();
    rig.tokens = [ANNA, BOB];
    rig.attach();
    expect(rig.sent).toEqual([{ type: 'tokens', hashes: [hash(ANNA), hash(BOB)], more: false }]);
    rig.answer();
    rig.change(BOB, CARL);
    rig.answer();
    expect(rig.sent.slice(1)).toEqual([
      { type: 'token-withdraw', hash: hash(ANNA) },
      { type: 'token-add', hash: hash(CARL) },
    ]);
    expect([...rig.kept]).toEqual([hash(BOB), hash(CARL)]);
    for (const message of rig.sent) expect(encodeAttachmentMessage(message)).not.toContain('a token');
  });

  test('an empty set as well: what the device gave before is worth nothing any more', () => {
    const rig = new Rig();
    rig.attach();
    expect(rig.sent).toEqual([{ type: 'tokens', hashes: [], more: false }]);
  });

  test('nothing to a service that does not say that it takes tokens', async () => {
    for (const features of [undefined, [], ['tokens/2', 'stream/1']]) {
      const rig = new Rig();
      rig.tokens = [ANNA];
      rig.announcer.handleAttached(features);
      rig.change(ANNA, BOB);
      expect(rig.sent).toEqual([]);
      expect(await known(rig, ANNA)).toBe(false);
    }
  });

  test('nothing while detached, and all of it again after the next attaching', () => {
    const rig = new Rig();
    rig.change(ANNA);
    expect(rig.sent).toEqual([]);
    rig.attach();
    rig.answer();
    rig.announcer.handleDetached();
    rig.change(BOB);
    vi.advanceTimersByTime(10_000);
    expect(rig.sent).toHaveLength(1);
    rig.attach();
    expect(rig.sent[1]).toEqual({ type: 'tokens', hashes: [hash(BOB)], more: false });
  });

  test('one thing at a time: what changes before the answer is told after it', () => {
    const rig = new Rig();
    rig.attach();
    rig.change(ANNA);
    rig.change();
    rig.change(BOB);
    expect(rig.sent).toHaveLength(1);
    rig.answer();
    expect(rig.sent.slice(1)).toEqual([{ type: 'token-add', hash: hash(BOB) }]);
  });

  test('a token that two users have, once; taken back when neither has it', () => {
    const rig = new Rig();
    rig.tokens = [ANNA, ANNA];
    rig.attach();
    rig.answer();
    rig.change(ANNA);
    rig.answer();
    expect(rig.sent).toEqual([{ type: 'tokens', hashes: [hash(ANNA)], more: false }]);
    rig.change();
    rig.answer();
    expect(rig.sent[1]).toEqual({ type: 'token-withdraw', hash: hash(ANNA) });
  });

  test('thousands, in messages far below the limit of a frame', () => {
    const rig = new Rig();
    rig.limit = 10_000;
    rig.tokens = Array.from({ length: 2_500 }, (_, index) => `a token that is no. ${index}`);
    rig.attach();
    expect(rig.sent.map((message) => message.type === 'tokens' && message.more)).toEqual([true, true, false]);
    for (const message of rig.sent)
      expect(encodeAttachmentMessage(message).length).toBeLessThan(MAX_ATTACHMENT_TEXT_LENGTH / 4);
    rig.answer();
    expect(rig.kept.size).toBe(2_500);
  });

  test('many changes at once as a new set, the next one not within two seconds', () => {
    const rig = new Rig();
    rig.attach();
    rig.answer();
    vi.advanceTimersByTime(2_000);
    rig.change(...many('one'));
    expect(rig.sent[1]).toMatchObject({ type: 'tokens', more: false });
    rig.answer();
    rig.change(...many('two'));
    rig.answer();
    expect(rig.sent.slice(2).filter(({ type }) => type === 'tokens').length).toBeLessThanOrEqual(1);
    expect(rig.kept).toEqual(new Set(many('two').map(hash)));
  });
});

describe('what is not told', () => {
  test('a text of less than 16 bytes, with one warning that names the user and not the text', async () => {
    const rig = new Rig();
    rig.tokens = ['x'.repeat(15), 'x'.repeat(16)];
    rig.attach();
    rig.answer();
    rig.change(...rig.tokens, ANNA);
    rig.answer();
    expect([...rig.kept]).toEqual([hash('x'.repeat(16)), hash(ANNA)]);
    const warnings = rig.lines.filter(([event]) => event === 'agent.token-not-announced');
    expect(warnings).toEqual([
      ['agent.token-not-announced', { username: 'user-0', reason: 'shorter than 16 bytes' }],
    ]);
    expect(await known(rig, 'x'.repeat(15))).toBe(false);
  });

  test('a token of the service, of which the service itself knows: taking it back is for its operator', () => {
    const rig = new Rig();
    rig.tokens = [`lw_0123456789_${'a'.repeat(43)}`];
    rig.attach();
    rig.answer();
    expect([...rig.kept]).toEqual([]);
    expect(rig.lines).toEqual([]);
  });
});

describe('more than the service keeps', () => {
  test('of a set the first are kept, the log says how many are not, and it is known which', async () => {
    const rig = new Rig();
    rig.limit = 2;
    rig.tokens = [ANNA, BOB, CARL];
    rig.attach();
    rig.answer();
    expect(rig.lines).toContainEqual(['agent.tokens-refused', { kept: 2, refused: 1 }]);
    expect(await Promise.all([ANNA, BOB, CARL].map((token) => known(rig, token)))).toEqual([
      true,
      true,
      false,
    ]);
  });

  test('one that was refused is not told again and again, but when there is room', async () => {
    const rig = new Rig();
    rig.limit = 1;
    rig.attach();
    rig.change(ANNA);
    rig.answer();
    rig.change(ANNA, BOB);
    rig.answer();
    rig.change(ANNA, BOB);
    rig.answer();
    expect(rig.sent.slice(1)).toEqual([
      { type: 'token-add', hash: hash(ANNA) },
      { type: 'token-add', hash: hash(BOB) },
    ]);
    expect(await known(rig, BOB)).toBe(false);
    rig.change(BOB);
    rig.answer();
    expect(await known(rig, BOB)).toBe(true);
  });
});

describe('whether a token is taken', () => {
  test('is not known while detached, before the answer, or of a token that nobody has', async () => {
    const rig = new Rig();
    rig.tokens = [ANNA];
    expect(await known(rig, ANNA)).toBeUndefined();
    rig.attach();
    expect(await known(rig, ANNA)).toBeUndefined();
    rig.answer();
    expect(await known(rig, BOB)).toBeUndefined();
  });

  test('is waited for, and no longer than the signal says', async () => {
    const rig = new Rig();
    rig.attach();
    rig.answer();
    const patience = new AbortController();
    const [anna, bob] = [ANNA, BOB].map((token) => rig.announcer.isTaken(token, { signal: patience.signal }));
    rig.change(ANNA);
    rig.answer();
    expect(await anna).toBe(true);
    patience.abort();
    expect(await bob).toBeUndefined();
  });

  test('an answer that nobody asked for changes nothing', async () => {
    const rig = new Rig();
    rig.tokens = [ANNA];
    rig.announcer.handleAnswer({ type: 'tokens-kept', kept: 0, refused: 0 });
    rig.attach();
    rig.answer();
    rig.announcer.handleAnswer({ type: 'tokens-kept', kept: 0, refused: 5 });
    expect(await known(rig, ANNA)).toBe(true);
    rig.announcer.handleDetached();
    expect(vi.getTimerCount()).toBe(0);
  });
});
