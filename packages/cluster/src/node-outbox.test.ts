/** @module An outbox with a simulated Redis. */
import { ErrorReply } from '@redis/client';
import { expect, test } from 'vitest';
import { NodeOutbox } from './node-outbox.ts';
import { decodeEnvelope } from './envelope-codec.ts';

interface Written {
  readonly seq: number;
  readonly texts: readonly string[];
  readonly answer: PromiseWithResolvers<unknown>;
}

function makeOutbox(): {
  outbox: NodeOutbox;
  written: Written[];
  faults: string[];
  redis: { isThere: boolean };
} {
  const written: Written[] = [];
  const faults: string[] = [];
  const redis = { isThere: true };
  const outbox = new NodeOutbox({
    from: 'a',
    epoch: 3,
    canWrite: () => redis.isThere,
    write: (text) => {
      const envelope = decodeEnvelope(text);
      const answer = Promise.withResolvers<unknown>();
      const texts = (envelope?.messages ?? []).map((message) => (message.type === 'say' ? message.text : ''));
      written.push({ seq: envelope?.seq ?? 0, texts, answer });
      return answer.promise;
    },
    onFault: (fault) => void faults.push(fault),
  });
  return { outbox, written, faults, redis };
}

const send = (text: string): string => JSON.stringify({ type: 'say', session: 's', text });
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('messages of one turn share an envelope, and at most eight envelopes are in flight', async () => {
  const { outbox, written } = makeOutbox();
  outbox.send(send('a'));
  outbox.send(send('b'));
  await turn();
  for (let number = 0; number < 20; number += 1) {
    outbox.send(send(String(number)));
    await turn();
  }
  expect(written.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(written[0]?.texts).toEqual(['a', 'b']);
  written[0]?.answer.resolve('1-0');
  await turn();
  expect(written[8]).toMatchObject({ seq: 9, texts: Array.from({ length: 13 }, (_, at) => String(at + 7)) });
});

test('envelopes without a reply are resent first and unchanged after a reconnect', async () => {
  const { outbox, written, redis } = makeOutbox();
  for (const text of ['a', 'b', 'c']) {
    outbox.send(send(text));
    await turn();
  }
  written[0]?.answer.resolve('1-0');
  await turn();
  redis.isThere = false;
  for (const { answer } of written) answer.reject(new Error('connection lost'));
  outbox.send(send('d'));
  await turn();
  expect(written).toHaveLength(3);
  redis.isThere = true;
  outbox.resume();
  const again = written.slice(3);
  expect(again.map(({ seq, texts }) => [seq, texts])).toEqual([
    [2, ['b']],
    [3, ['c']],
    [4, ['d']],
  ]);
  for (const { answer } of again) answer.resolve('2-0');
  await outbox.idle;
});

test('a missing inbox means that the node is gone; a rejected write, that later envelopes cannot be delivered either', async () => {
  const gone = makeOutbox();
  gone.outbox.send(send('a'));
  await turn();
  gone.written[0]?.answer.resolve(null);
  await turn();
  expect(gone.faults).toEqual(['gone']);
  const refused = makeOutbox();
  refused.outbox.send(send('a'));
  await turn();
  refused.outbox.send(send('b'));
  await turn();
  refused.written[0]?.answer.reject(new ErrorReply('OOM'));
  refused.written[1]?.answer.reject(new ErrorReply('OOM'));
  await turn();
  expect(refused.faults).toEqual(['unreachable']);
  refused.outbox.send(send('c'));
  await refused.outbox.idle;
  expect(refused.written).toHaveLength(2);
});

test('the messages queued for a node are bounded', async () => {
  const { outbox, faults, redis } = makeOutbox();
  redis.isThere = false;
  const text = send('x'.repeat(1024 * 1024));
  for (let said = 0; said < 31; said += 1) outbox.send(text);
  expect(faults).toEqual([]);
  outbox.send(text);
  expect(faults).toEqual(['unreachable']);
});
