/** @module What the device announces to a service about its users' tokens, and what it remembers of that. */
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

/** A service that keeps up to `limit` tokens; `answer()` makes it reply. */
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

  /** Answers all unanswered announcements, including those that follow from the answers. */
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

/** Whether the service takes a token, as far as the announcer knows without waiting. */
const known = (rig: Rig, token: string): Promise<boolean | undefined> =>
  rig.announcer.isTaken(token, { signal: AbortSignal.abort() });

describe('announcing tokens', () => {
  test('sends the hashes of all tokens after attaching, then each change, withdrawals first', () => {
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

  test('sends an empty set too, which ends all earlier tokens', () => {
    const rig = new Rig();
    rig.attach();
    expect(rig.sent).toEqual([{ type: 'tokens', hashes: [], more: false }]);
  });

  test('sends nothing to a service that does not support tokens', async () => {
    for (const features of [undefined, [], ['tokens/2', 'stream/1']]) {
      const rig = new Rig();
      rig.tokens = [ANNA];
      rig.announcer.handleAttached(features);
      rig.change(ANNA, BOB);
      expect(rig.sent).toEqual([]);
      expect(await known(rig, ANNA)).toBe(false);
    }
  });

  test('sends nothing while detached, and all tokens after the next attachment', () => {
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

  test('sends one announcement at a time; a change before the answer is sent after it', () => {
    const rig = new Rig();
    rig.attach();
    rig.change(ANNA);
    rig.change();
    rig.change(BOB);
    expect(rig.sent).toHaveLength(1);
    rig.answer();
    expect(rig.sent.slice(1)).toEqual([{ type: 'token-add', hash: hash(BOB) }]);
  });

  test('announces a token that two users share once, and withdraws it when neither has it', () => {
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

  test('splits thousands of tokens into messages far below the frame limit', () => {
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

  test('sends many changes as a new set, at most one set every two seconds', () => {
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

describe('tokens that are not announced', () => {
  test('skips a token below 16 bytes, with one warning that names the user but not the token', async () => {
    const rig = new Rig();
    rig.tokens = ['x'.repeat(15), 'x'.repeat(16)];
    rig.attach();
    rig.answer();
    rig.change(...rig.tokens, ANNA);
    rig.answer();
    expect([...rig.kept]).toEqual([hash('x'.repeat(16)), hash(ANNA)]);
    const warnings = rig.lines.filter(([event]) => event === 'agent.token-skipped');
    expect(warnings).toEqual([
      ['agent.token-skipped', { username: 'user-0', reason: 'shorter than 16 bytes' }],
    ]);
    expect(await known(rig, 'x'.repeat(15))).toBe(false);
  });

  test('skips a token that the service issued, since only its operator may withdraw it', () => {
    const rig = new Rig();
    rig.tokens = [`lw_0123456789_${'a'.repeat(43)}`];
    rig.attach();
    rig.answer();
    expect([...rig.kept]).toEqual([]);
    expect(rig.lines).toEqual([]);
  });
});

describe('more tokens than the service keeps', () => {
  test('the first tokens of a set are kept; the others count as refused and their number is logged', async () => {
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

  test('a refused token is not announced again until a withdrawal makes room', async () => {
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

describe('whether the service takes a token', () => {
  test('is undefined while detached, before the answer, and for a token of no user', async () => {
    const rig = new Rig();
    rig.tokens = [ANNA];
    expect(await known(rig, ANNA)).toBeUndefined();
    rig.attach();
    expect(await known(rig, ANNA)).toBeUndefined();
    rig.answer();
    expect(await known(rig, BOB)).toBeUndefined();
  });

  test('waits for the answer until the signal aborts', async () => {
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

  test('ignores an answer without an announcement', async () => {
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
