/** @module Whether a device lists its streams is noted over each of its connections. */
import { expect, test } from 'vitest';
import type { DeviceResponse } from '../wire.ts';
import { followStreamList } from './follow-stream-list.ts';

/** Once what was asked has been answered. */
const answered = async (): Promise<void> => await new Promise((resolve) => setTimeout(resolve));

const response = (statusCode: number, json: unknown = undefined): DeviceResponse => ({
  statusCode,
  text: () => '',
  json: () => json,
  cbor: async () => null,
});

test('an answer is noted, the lack of one is not, and the next connection is asked again', async () => {
  const answers = [response(500), response(404), response(205, []), response(403)];
  const notes: boolean[] = [];
  let connectAgain = (): void => undefined;
  const stop = followStreamList(
    {
      request: async () => answers.shift() ?? expect.fail('asked once too often'),
      on: (_event, listener) => {
        connectAgain = () => Reflect.apply(listener, undefined, [{}]);
        return () => (connectAgain = () => undefined);
      },
    },
    (isListed) => notes.push(isListed),
  );
  await answered();
  expect(notes).toEqual([]);
  for (let n = 0; n < 3; n += 1) {
    connectAgain();
    await answered();
  }
  expect(notes).toEqual([false, true, true]);
  stop();
  connectAgain();
  expect(answers).toEqual([]);
});
