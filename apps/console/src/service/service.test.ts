import { expect, test } from 'vitest';
import { service as de } from '../messages/service-de.ts';
import { service as en } from '../messages/service-en.ts';
import { failed, type ApiResult } from './api/api.ts';
import { actionText, actorText, auditSentence } from './audit-words.ts';
import { Attention } from './attention.ts';
import { consoleOf } from '../link/service-address.ts';
import { Loaded } from './loaded.ts';
import { may } from './operator-session.ts';
import { PagedRows, type Page } from './paged-rows.ts';
import { Rates, type Counts } from './rates.ts';
import { sparkPath } from './spark-path.ts';

const REFUSED = { kind: 'unreachable' } as const;

function done<T>(value: T): ApiResult<T> {
  return { isDone: true, value };
}

test('an operator’s role includes the rights of the weaker ones', () => {
  expect(may('manager', 'viewer')).toBe(true);
  expect(may('manager', 'manager')).toBe(true);
  expect(may('manager', 'admin')).toBe(false);
});

test('a value is loaded again while the page is used, and a failure keeps the earlier value', async () => {
  const later: (() => void)[] = [];
  const answers = [done(1), failed(REFUSED), done(3)];
  let isWatched = true;
  const loaded = new Loaded<number>(async () => answers.shift() ?? failed(REFUSED), {
    clock: {
      schedule: (_delayMs, task) => {
        later.push(task);
        return () => undefined;
      },
    },
    everyMs: 10,
    isWatched: () => isWatched,
  });
  expect(loaded.snapshot()).toEqual({ kind: 'waiting' });
  const stop = loaded.start();
  await expect.poll(loaded.snapshot).toEqual({ kind: 'value', value: 1 });
  later.shift()?.();
  await expect.poll(loaded.snapshot).toEqual({ kind: 'failed', value: 1, error: REFUSED });
  isWatched = false;
  later.shift()?.();
  expect([answers.length, later.length]).toEqual([1, 1]);
  isWatched = true;
  later.shift()?.();
  await expect.poll(loaded.snapshot).toEqual({ kind: 'value', value: 3 });
  stop();
});

test('a response is ignored after a newer request, or after loading was stopped', async () => {
  const open: ((result: ApiResult<string>) => void)[] = [];
  const loaded = new Loaded<string>(async () => await new Promise((resolve) => open.push(resolve)), {
    clock: { schedule: () => () => undefined },
  });
  const stop = loaded.start();
  const second = loaded.reload();
  open[0]?.(done('old'));
  open[1]?.(done('new'));
  await second;
  expect(loaded.snapshot()).toMatchObject({ value: 'new' });
  const third = loaded.reload();
  stop();
  open[2]?.(done('late'));
  await third;
  expect(loaded.snapshot()).toMatchObject({ value: 'new' });
});

test('pages are loaded in order, and a reload loads as many rows as before', async () => {
  const asked: (string | undefined)[] = [];
  const pages: Readonly<Record<string, Page<string>>> = {
    '': { items: ['a', 'b'], next: 'b' },
    b: { items: ['c'], next: null },
  };
  const list = new PagedRows<string>(async (after) => {
    asked.push(after);
    return done(pages[after ?? ''] ?? { items: [], next: null });
  });
  await list.reload();
  expect(list.snapshot()).toEqual({ rows: ['a', 'b'], hasMore: true, isLoading: false, problem: undefined });
  await list.more();
  expect(list.snapshot()).toMatchObject({ rows: ['a', 'b', 'c'], hasMore: false });
  await list.more();
  await list.reload();
  expect(list.snapshot()).toMatchObject({ rows: ['a', 'b', 'c'], hasMore: false });
  expect(asked).toEqual([undefined, 'b', undefined, 'b']);
});

test('a page that fails keeps the loaded rows', async () => {
  const results = [done({ items: ['a'], next: 'a' }), failed(REFUSED)];
  const list = new PagedRows<string>(async () => results.shift() ?? failed(REFUSED));
  await list.reload();
  await list.more();
  expect(list.snapshot()).toEqual({ rows: ['a'], hasMore: true, isLoading: false, problem: REFUSED });
});

function counts(counter: string, seconds: number, messages: number, logins = 0): Counts {
  return {
    at: new Date(seconds * 1000).toISOString(),
    devices: 2,
    sessions: 1,
    missingNodes: [],
    counter,
    totals: { messages, logins, refusedLogins: 0, requests: 0 },
  };
}

test('the message rate comes from two readings of the same process; another process starts from zero', () => {
  const rates = new Rates();
  expect(rates.add(counts('a', 0, 100)).at(-1)).toMatchObject({ devices: 2, messages: undefined });
  expect(rates.add(counts('a', 2, 110)).at(-1)).toMatchObject({ messages: 5 });
  expect(rates.add(counts('b', 4, 0)).at(-1)).toMatchObject({ messages: undefined });
  expect(rates.add(counts('a', 12, 210)).at(-1)).toMatchObject({ messages: 10 });
  expect(rates.add(counts('a', 12, 210)).at(-1)).toMatchObject({ messages: 10 });
  for (let second = 20; second < 520; second += 2) rates.add(counts('a', second, 0));
  expect(rates.points).toHaveLength(150);
});

test('logins are counted over the last minute: a single one counts as one until it is a minute old', () => {
  const rates = new Rates();
  const logins = (counter: string, second: number, total: number) =>
    rates.add(counts(counter, second, 0, total)).at(-1);
  expect(logins('a', 0, 7)).toMatchObject({ logins: undefined, knownSeconds: 0 });
  expect(logins('a', 2, 8)).toMatchObject({ logins: 1, knownSeconds: 2 });
  // Another process has its own counters, and starts from zero.
  expect(logins('b', 3, 90)).toMatchObject({ logins: undefined, knownSeconds: 0 });
  expect(logins('b', 5, 90)).toMatchObject({ logins: 0, knownSeconds: 2 });
  for (let second = 4; second <= 60; second += 2)
    expect(logins('a', second, 8)).toMatchObject({ logins: 1, knownSeconds: second });
  expect(logins('a', 62, 8)).toMatchObject({ logins: 0, knownSeconds: 60 });
  // The page was unattended for two minutes: the value for a minute is their mean.
  expect(logins('a', 182, 12)).toMatchObject({ logins: 2, knownSeconds: 60 });
  expect(logins('a', 184, 13)?.logins).toBeCloseTo(5 / (122 / 60));
});

test('the line of a chart restarts after a gap, and its maximum touches the top', () => {
  expect(sparkPath([undefined, 0, 2, undefined, 4], { width: 8, height: 4 })).toBe(
    'M2.0 4.0L4.0 2.0M8.0 0.0',
  );
  expect(sparkPath([], { width: 8, height: 4 })).toBe('');
});

test('a page counts as unattended ten minutes after the last key or pointer event, or while it is hidden', () => {
  let nowMs = 0;
  const listeners = new Map<string, () => void>();
  const source = {
    visibilityState: 'visible' as DocumentVisibilityState,
    addEventListener: (type: string, listener: () => void) => void listeners.set(type, listener),
  };
  const attention = new Attention(source, () => nowMs);
  expect(attention.isGiven()).toBe(true);
  nowMs = 600_000;
  expect(attention.isGiven()).toBe(false);
  listeners.get('keydown')?.();
  expect(attention.isGiven()).toBe(true);
  source.visibilityState = 'hidden';
  expect(attention.isGiven()).toBe(false);
});

test.each([
  ['https://signal.example', 'https://signal.example/#/service'],
  ['wss://signal.example/', 'https://signal.example/#/service'],
  ['http://localhost:8700', 'http://localhost:8700/#/service'],
  ['signal.example', undefined],
  ['javascript:alert(1)', undefined],
])('the address of the operators’ part is derived from the service address %s', (address, expected) => {
  expect(consoleOf(address)).toBe(expected);
});

/** Plain texts, with their keys. */
function textsOf(words: object): Map<string, string> {
  const found = new Map<string, string>();
  for (const [name, value] of Object.entries(words) as [string, unknown][]) {
    if (typeof value === 'string') found.set(name, value);
    if (typeof value !== 'object' || value === null) continue;
    for (const [inner, text] of textsOf(value)) found.set(`${name}.${inner}`, text);
  }
  return found;
}

test('no text of one language is used in the other', () => {
  const german = textsOf(de);
  const same = [...textsOf(en)].filter(([path, text]) => german.get(path) === text && /\p{L}{2}/u.test(text));
  expect(same).toEqual([]);
});

test('an audit record is shown in words, and an unknown action by its code', () => {
  expect(actionText('token.revoke', en.record)).toBe('Revoke a token');
  expect(actionText('something.new', en.record)).toBe('something.new');
  expect(actorText('operator:ada', en.record)).toBe('Operator ada');
  expect(actorText('key:a:b', de.record)).toBe('Schlüssel a:b');
  expect(actorText('cli', de.record)).toBe('Die Befehlszeile');
});

test.each([
  [{ action: 'operator.login' }, 'Operator anna signed in', 'Betreiber anna meldete sich an'],
  [{ action: 'something.new' }, 'Operator anna something.new', 'Betreiber anna something.new'],
  [
    { action: 'operator.login', outcome: 'refused', detail: 'wrong password, or disabled' },
    'Operator anna was refused: wrong password',
    'Betreiber anna wurde abgelehnt: falsches Passwort',
  ],
  [
    { action: 'device.remove', outcome: 'refused', detail: 'DELETE /devices/:deviceId: role viewer may not' },
    'Operator anna was refused: Remove a device',
    'Betreiber anna wurde abgelehnt: Gerät entfernen',
  ],
  [
    { action: 'client.login', actor: 'client', outcome: 'refused', detail: 'token is revoked' },
    'A client was refused: token is revoked',
    'Ein Client wurde abgelehnt: token is revoked',
  ],
] as const)('the audit record says %j in one sentence', (given, english, german) => {
  const event = { actor: 'operator:anna', outcome: 'allowed', detail: null, ...given } as const;
  expect(auditSentence(event, en.record)).toBe(english);
  expect(auditSentence(event, de.record)).toBe(german);
});

test('each action of the audit record has its sentence', () => {
  for (const { record } of [en, de]) expect(Object.keys(record.past)).toEqual(Object.keys(record.actions));
});
