/** @module Whether a device lists its streams is recorded over each of its connections. */
import { expect, test } from 'vitest';
import { StatusError, type ListedStream } from '@longwire/client';
import { followStreamList, type StreamAnswer, type StreamListSession } from './follow-stream-list.ts';

/** Resolves after the pending questions have been answered. */
const answered = async (): Promise<void> => await new Promise((resolve) => setTimeout(resolve));

/** A device with these answers, each over another connection. */
class Answering implements StreamListSession {
  readonly left: number[];
  connectAgain: (() => void) | undefined;

  constructor(...statuses: number[]) {
    this.left = statuses;
  }

  readonly streams = {
    list: async (): Promise<readonly ListedStream[] | undefined> => {
      const statusCode = this.left.shift() ?? 500;
      if (statusCode === 404) return undefined;
      if (statusCode === 205) return [];
      throw new StatusError('ERR_REQUEST_REFUSED', 'cannot read /streams', statusCode);
    },
  };

  on(_event: unknown, listener: () => void): () => void {
    this.connectAgain = listener;
    return () => (this.connectAgain = undefined);
  }
}

test('a stream list is recorded if the device answers, and asked for again over the next connection', async () => {
  const device = new Answering(500, 404, 205, 403);
  const notes: StreamAnswer[] = [];
  const stop = followStreamList(device, (answer) => notes.push(answer));
  await answered();
  expect(notes).toEqual([]);
  for (let n = 0; n < 3; n += 1) {
    device.connectAgain?.();
    await answered();
  }
  expect(notes).toEqual(['unlisted', 'listed', 'denied']);
  stop();
  expect(device.connectAgain).toBeUndefined();
});

test('a stream list that comes after following ended is not recorded', async () => {
  const notes: StreamAnswer[] = [];
  followStreamList(new Answering(404), (answer) => notes.push(answer))();
  await answered();
  expect(notes).toEqual([]);
});
