/** @module An outbox with a simulated Redis. */
import { ErrorReply } from '@redis/client';
import { expect, test } from 'vitest';
import { Lane } from './lane.ts';
import { parseParcel } from './parcel-text.ts';

interface Written {
  readonly seq: number;
  readonly texts: readonly string[];
  readonly answer: PromiseWithResolvers<unknown>;
}

function makeLane(): { lane: Lane; written: Written[]; faults: string[]; redis: { isThere: boolean } } {
  const written: Written[] = [];
  const faults: string[] = [];
  const redis = { isThere: true };
  const lane = new Lane({
    from: 'a',
    link: 3,
    canWrite: () => redis.isThere,
    write: (text) => {
      const parcel = parseParcel(text);
      const answer = Promise.withResolvers<unknown>();
      const texts = (parcel?.messages ?? []).map((message) => (message.type === 'say' ? message.text : ''));
      written.push({ seq: parcel?.seq ?? 0, texts, answer });
      return answer.promise;
    },
    onFault: (fault) => void faults.push(fault),
  });
  return { lane, written, faults, redis };
}

const say = (text: string): string => JSON.stringify({ type: 'say', session: 's', text });
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('messages of one turn share an envelope, and at most eight envelopes are in flight', async () => {
  const { lane, written } = makeLane();
  lane.say(say('a'));
  lane.say(say('b'));
  await turn();
  for (let number = 0; number < 20; number += 1) {
    lane.say(say(String(number)));
    await turn();
  }
  expect(written.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(written[0]?.texts).toEqual(['a', 'b']);
  written[0]?.answer.resolve('1-0');
  await turn();
  expect(written[8]).toMatchObject({ seq: 9, texts: Array.from({ length: 13 }, (_, at) => String(at + 7)) });
});

test('envelopes without a reply are resent first and unchanged after a reconnect', async () => {
  const { lane, written, redis } = makeLane();
  for (const text of ['a', 'b', 'c']) {
    lane.say(say(text));
    await turn();
  }
  written[0]?.answer.resolve('1-0');
  await turn();
  redis.isThere = false;
  for (const { answer } of written) answer.reject(new Error('connection lost'));
  lane.say(say('d'));
  await turn();
  expect(written).toHaveLength(3);
  redis.isThere = true;
  lane.resume();
  const again = written.slice(3);
  expect(again.map(({ seq, texts }) => [seq, texts])).toEqual([
    [2, ['b']],
    [3, ['c']],
    [4, ['d']],
  ]);
  for (const { answer } of again) answer.resolve('2-0');
  await lane.idle;
});

test('a missing inbox means that the node is gone; a rejected write, that later envelopes cannot be delivered either', async () => {
  const gone = makeLane();
  gone.lane.say(say('a'));
  await turn();
  gone.written[0]?.answer.resolve(null);
  await turn();
  expect(gone.faults).toEqual(['gone']);
  const refused = makeLane();
  refused.lane.say(say('a'));
  await turn();
  refused.lane.say(say('b'));
  await turn();
  refused.written[0]?.answer.reject(new ErrorReply('OOM'));
  refused.written[1]?.answer.reject(new ErrorReply('OOM'));
  await turn();
  expect(refused.faults).toEqual(['unreachable']);
  refused.lane.say(say('c'));
  await refused.lane.idle;
  expect(refused.written).toHaveLength(2);
});

test('the messages queued for a node are bounded', async () => {
  const { lane, faults, redis } = makeLane();
  redis.isThere = false;
  const text = say('x'.repeat(1024 * 1024));
  for (let said = 0; said < 31; said += 1) lane.say(text);
  expect(faults).toEqual([]);
  lane.say(text);
  expect(faults).toEqual(['unreachable']);
});
