import { utf8Encode } from '@longwire/protocol/base';
import { describe, expect, test, vi } from 'vitest';
import { EdgeError, type DeviceResponse, type Session } from '@longwire/client';
import { MemoryDatabase } from '../storage/database.ts';
import { MAX_VALUES } from './observe-run.ts';
import { EMPTY_DRAFT, type ReadyRequest, type RequestDraft } from './payload-draft.ts';
import {
  addToHistory,
  MAX_HISTORY,
  readStoredDraft,
  readStoredHistory,
  type HistoryEntry,
} from './request-history.ts';
import { RequestStore, RequestStores } from './request-store.ts';
import { RequestStorage } from './request-storage.ts';

const reportError = (error: unknown): void => {
  throw error;
};

/** A database that cannot be read. */
class BrokenDatabase extends MemoryDatabase {
  override get(): Promise<never> {
    return Promise.reject(new TypeError('broken'));
  }
}
const answer = (text = '', statusCode = 205): DeviceResponse => ({
  statusCode,
  ...(text === '' ? {} : { payload: utf8Encode(text) }),
  text: () => text,
  json: () => JSON.parse(text),
  cbor: async () => text,
});
const light: RequestDraft = { ...EMPTY_DRAFT, path: '/light' };
const asked: ReadyRequest = { method: 'GET', path: '/light' };
const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

const inMemory = (): RequestStorage => new RequestStorage(new MemoryDatabase());

function openStore(storage = inMemory(), now = () => 1000): RequestStore {
  return new RequestStore({ key: 'p/d', storage, reportError, now });
}

/** A session whose answers a test gives. */
function heldPort() {
  const held: {
    options: Parameters<Session['request']>[2];
    settle: (answer: DeviceResponse | Error) => void;
  }[] = [];
  const request: Session['request'] = (_method, _path, options) => {
    const { promise, resolve, reject } = Promise.withResolvers<DeviceResponse>();
    held.push({ options, settle: (end) => (end instanceof Error ? reject(end) : resolve(end)) });
    options?.signal?.addEventListener('abort', () => reject(new EdgeError('ERR_ABORTED', 'given up')));
    return promise;
  };
  return { held, port: { request } };
}

describe('the draft of a request', () => {
  test('is restored after the page is reloaded, without anything that may be a secret', async () => {
    const storage = inMemory();
    openStore(storage).type({ ...light, method: 'PUT', format: 'json', text: '{"pwd": "x"}' });
    await settled();
    const again = openStore(storage);
    await settled();
    expect(again.snapshot().draft).toEqual({ ...light, method: 'PUT', format: 'json', text: '' });
  });

  test('is not overwritten by the stored one if a person types while it is read', async () => {
    const storage = inMemory();
    await storage.putDraft('p/d', light);
    const store = openStore(storage);
    store.type({ ...light, path: '/typed' });
    await settled();
    expect(store.snapshot().draft.path).toBe('/typed');
  });
});

describe('a request', () => {
  test('is pending, reports progress, is answered, and appears in the history', async () => {
    const store = openStore();
    const { held, port } = heldPort();
    const done = store.send(port, light, asked);
    await settled();
    expect(store.snapshot().run).toEqual({ kind: 'pending', request: asked });
    held[0]?.options?.onProgress?.({ sentBytes: 0, receivedBytes: 5, totalBytes: 10 });
    expect(store.snapshot().run).toMatchObject({ progress: { receivedBytes: 5 } });
    held[0]?.settle(answer('on'));
    await done;
    expect(store.snapshot().run).toMatchObject({ kind: 'answered', sentBytes: 0 });
    expect(store.snapshot().history).toMatchObject([
      { id: 1, atMs: 1000, draft: light, isPartial: false, statusCode: 205, answerBytes: 2 },
    ]);
  });

  test('does not wait for its answer after it is stopped', async () => {
    const store = openStore();
    const { port } = heldPort();
    const done = store.send(port, light, asked);
    await settled();
    store.stop();
    await done;
    expect(store.snapshot().run.kind).toBe('stopped');
    expect(store.snapshot().history[0]).not.toHaveProperty('statusCode');
  });

  test('that fails has the error as its result', async () => {
    const store = openStore();
    const { held, port } = heldPort();
    const done = store.send(port, light, asked);
    await settled();
    const error = new EdgeError('ERR_REQUEST_TIMEOUT', 'late');
    held[0]?.settle(error);
    await done;
    expect(store.snapshot().run).toMatchObject({ kind: 'failed', error });
  });

  test('replaces an older one, whose later results are ignored', async () => {
    const store = openStore();
    const { held, port } = heldPort();
    const [first, second] = [
      store.send(port, light, asked),
      store.send(port, light, { ...asked, path: '/b' }),
    ];
    await settled();
    held[0]?.options?.onProgress?.({ sentBytes: 1, receivedBytes: 0 });
    expect(store.snapshot().run).toEqual({ kind: 'pending', request: { ...asked, path: '/b' } });
    held[1]?.settle(answer('b'));
    await Promise.all([first, second]);
    expect(store.snapshot().run).toMatchObject({ kind: 'answered', request: { path: '/b' } });
  });

  test('reads its file when it is sent, and fails if the file no longer exists', async () => {
    const store = openStore();
    const { held, port } = heldPort();
    const payload = new File(['abc'], 'a');
    const done = store.send(port, light, { method: 'PUT', path: '/x', payload, contentFormat: 42 });
    await vi.waitFor(() => expect(held).toHaveLength(1));
    expect(held[0]?.options).toMatchObject({ payload: utf8Encode('abc'), contentFormat: 42 });
    held[0]?.settle(answer());
    await done;
    expect(store.snapshot().run).toMatchObject({ sentBytes: 3 });
    const gone = Object.assign(new File([], 'gone'), {
      arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotFoundError')),
    });
    await store.send(port, light, { method: 'PUT', path: '/x', payload: gone });
    expect(store.snapshot().run).toMatchObject({ kind: 'failed', error: { code: 'ERR_REQUEST_INVALID' } });
  });
});

describe('the request history', () => {
  const entry = { atMs: 1, draft: light, isPartial: false } as const;

  test('is limited, newest first, without consecutive repetitions', () => {
    let history = addToHistory([], entry);
    for (let n = 0; n < MAX_HISTORY + 5; n += 1) {
      history = addToHistory(history, { ...entry, draft: { ...light, path: `/${n}` } });
    }
    expect([history.length, history[0]?.draft.path, history[0]?.id]).toEqual([
      MAX_HISTORY,
      `/${MAX_HISTORY + 4}`,
      MAX_HISTORY + 6,
    ]);
    expect(addToHistory(addToHistory([], entry), { ...entry, atMs: 2 })).toEqual([
      { ...entry, atMs: 2, id: 2 },
    ]);
  });

  test('is restored, and disappears when it is cleared', async () => {
    const storage = inMemory();
    const { held, port } = heldPort();
    const done = openStore(storage).send(port, light, asked);
    await settled();
    held[0]?.settle(answer());
    await done;
    const again = openStore(storage);
    await settled();
    expect(again.snapshot().history).toHaveLength(1);
    await again.clearHistory();
    expect(await storage.load('p/d')).toMatchObject({ history: [] });
  });

  test('contains the requests of two tabs', async () => {
    const storage = inMemory();
    const tabs = [openStore(storage), openStore(storage)] as const;
    await settled();
    for (const [index, tab] of tabs.entries()) {
      const { held, port } = heldPort();
      const path = `/${index}`;
      const done = tab.send(port, { ...light, path }, { ...asked, path });
      await settled();
      held[0]?.settle(answer());
      await done;
    }
    expect(pathsOf((await storage.load('p/d')).history)).toEqual(['/1', '/0']);
    expect(pathsOf(tabs[1].snapshot().history)).toEqual(['/1', '/0']);
  });

  test('stored drafts and histories are validated when they are read', () => {
    expect(readStoredHistory('x')).toEqual([]);
    expect(readStoredHistory([null, {}, { id: 1, atMs: 2, draft: { method: 'BREW' } }])).toEqual([]);
    expect(readStoredHistory([{ ...entry, id: 1, statusCode: 'x' }])).toEqual([{ ...entry, id: 1 }]);
    expect(readStoredDraft({ ...light, file: 'x' })).toEqual(light);
  });

  test('an error is reported by an unbound call, as the browser’s own function requires', async () => {
    const calls: unknown[] = [];
    const options = {
      storage: new RequestStorage(new BrokenDatabase()),
      reportError(this: unknown, error: unknown) {
        calls.push([this, error]);
      },
    };
    new RequestStores(options).of('p/d');
    await settled();
    expect(calls).toEqual([[undefined, new TypeError('broken')]]);
  });

  test('the requests of a device are forgotten with it', async () => {
    const storage = inMemory();
    const stores = new RequestStores({ storage, reportError });
    stores.of('p/gone').type(light);
    stores.of('p/stays').type(light);
    await settled();
    await stores.keepOnly(['p/stays']);
    expect([(await storage.load('p/gone')).draft, (await storage.load('p/stays')).draft]).toEqual([
      undefined,
      light,
    ]);
    expect(stores.of('p/gone').snapshot().draft).toEqual(EMPTY_DRAFT);
  });
});

function pathsOf(history: readonly HistoryEntry[]): string[] {
  return history.map(({ draft }) => draft.path);
}

/** A resource whose values a test gives. */
function heldResource() {
  const waiting: ((result: IteratorResult<DeviceResponse> | Error) => void)[] = [];
  let options: Parameters<Session['observe']>[1];
  const observe: Session['observe'] = (_path, given) => {
    options = given;
    return {
      [Symbol.asyncIterator]() {
        return this;
      },
      next: () => {
        const { promise, resolve, reject } = Promise.withResolvers<IteratorResult<DeviceResponse>>();
        waiting.push((end) => (end instanceof Error ? reject(end) : resolve(end)));
        given?.signal?.addEventListener('abort', () => reject(new EdgeError('ERR_ABORTED', 'given up')));
        return promise;
      },
    };
  };
  const settle = async (end: IteratorResult<DeviceResponse> | Error): Promise<void> => {
    await settled();
    waiting.shift()?.(end);
    await settled();
  };
  return {
    port: { observe },
    emit: (text: string) => settle({ done: false, value: answer(text) }),
    fail: (error: Error) => settle(error),
    follow: (how: 'notified' | 'polled') => options?.onFollowing?.(how),
  };
}

const textsOf = (store: RequestStore): string[] => {
  const { observed } = store.snapshot();
  return observed.kind === 'off' ? [] : observed.values.map((value) => value.answer.text());
};

describe('an observed resource', () => {
  test('lists the newest value first, and how the device reports changes', async () => {
    const store = openStore();
    const { port, emit, follow } = heldResource();
    void store.observe(port, '/light');
    follow('polled');
    await emit('on');
    await emit('off');
    expect(store.snapshot().observed).toMatchObject({
      kind: 'on',
      following: 'polled',
      count: 2,
      path: '/light',
    });
    expect(textsOf(store)).toEqual(['off', 'on']);
  });

  test('keeps the shown values while paused, and shows the collected ones when resumed', async () => {
    const store = openStore();
    const { port, emit } = heldResource();
    void store.observe(port, '/light');
    await emit('1');
    store.pauseObserving();
    await emit('2');
    expect(store.snapshot().observed).toMatchObject({ kind: 'paused', held: [{ id: 2 }], count: 2 });
    expect(textsOf(store)).toEqual(['1']);
    store.resumeObserving();
    expect(textsOf(store)).toEqual(['2', '1']);
  });

  test('keeps its values when stopped, and adds none', async () => {
    const store = openStore();
    const { port, emit } = heldResource();
    void store.observe(port, '/light');
    await emit('1');
    store.pauseObserving();
    await emit('2');
    store.stopObserving();
    await emit('3');
    expect([store.snapshot().observed.kind, textsOf(store)]).toEqual(['ended', ['2', '1']]);
    expect(store.snapshot().observed).not.toHaveProperty('error');
    store.clearObserved();
    expect(store.snapshot().observed).toEqual({ kind: 'off' });
  });

  test('shows why the device ended the observation', async () => {
    const store = openStore();
    const { port, fail } = heldResource();
    void store.observe(port, '/light');
    await fail(new EdgeError('ERR_OBSERVATION', 'no right'));
    expect(store.snapshot().observed).toMatchObject({ kind: 'ended', error: { code: 'ERR_OBSERVATION' } });
  });

  test('is replaced by another one', async () => {
    const store = openStore();
    const [one, other] = [heldResource(), heldResource()];
    void store.observe(one.port, '/one');
    void store.observe(other.port, '/other');
    await one.emit('one');
    await other.emit('other');
    expect(store.snapshot().observed).toMatchObject({ kind: 'on', path: '/other', count: 1 });
  });

  test('keeps a limited number of values and bytes', async () => {
    const store = openStore();
    const { port, emit } = heldResource();
    void store.observe(port, '/x');
    for (let n = 0; n <= MAX_VALUES; n += 1) await emit(String(n));
    expect([textsOf(store).length, textsOf(store)[0]]).toEqual([MAX_VALUES, String(MAX_VALUES)]);
    for (let n = 0; n < 3; n += 1) await emit('x'.repeat(2 * 1024 * 1024));
    expect(textsOf(store)).toHaveLength(2);
  });
});
