/** @module A device that sends before the browser says that the channel is open: nothing of it is lost. */
import { setImmediate } from 'node:timers/promises';
import { encodeStreamFrame, utf8Encode } from '@longwire/protocol';
import { FakeDataChannel } from '@longwire/testing';
import { expect, test } from 'vitest';
import { EARLY_MESSAGE_BYTES, MAX_EARLY_BYTES } from './early-messages.ts';
import type { OpenStreams } from './open-streams.ts';
import { streamsOver } from './stream-rig.fixture.ts';

function opening(isFramed: boolean): { streams: OpenStreams; channel: FakeDataChannel } {
  const channel = new FakeDataChannel('stream-22');
  return { streams: streamsOver(channel, isFramed), channel };
}

const EMPTY = new ArrayBuffer(0);

/** A message as Chromium delivers it while the channel is still connecting. */
function arriveEarly(channel: FakeDataChannel, bytes: Uint8Array): void {
  channel.fire('message', { data: bytes.slice().buffer });
}

for (const isFramed of [true, false]) {
  test(`${isFramed ? 'framed' : 'plain'}: what came early is read first, in its order`, async () => {
    const { streams, channel } = opening(isFramed);
    const message = (text: string): Uint8Array =>
      isFramed ? encodeStreamFrame({ kind: 'data', data: utf8Encode(text) }) : utf8Encode(text);
    const stream = streams.open(22);
    arriveEarly(channel, message('a'));
    arriveEarly(channel, message('b'));
    const device = new FakeDataChannel('stream-22');
    FakeDataChannel.pair(channel, device);
    device.send(message('c'));
    const reader = (await stream).readable.getReader();
    let text = '';
    while (text.length < 3) text += new TextDecoder().decode((await reader.read()).value);
    expect(text).toBe('abc');
  });
}

test.each<[string, () => readonly unknown[]]>([
  ['large messages', () => [new ArrayBuffer(MAX_EARLY_BYTES / 2), new ArrayBuffer(MAX_EARLY_BYTES / 2)]],
  ['texts', () => ['x'.repeat(MAX_EARLY_BYTES / 2), 'x'.repeat(MAX_EARLY_BYTES / 2)]],
  ['empty messages', () => Array.from({ length: MAX_EARLY_BYTES / EARLY_MESSAGE_BYTES + 1 }, () => EMPTY)],
  ['empty texts', () => Array.from({ length: MAX_EARLY_BYTES / EARLY_MESSAGE_BYTES + 1 }, () => '')],
])('what comes early has a limit: %s', async (_what, messages) => {
  const { streams, channel } = opening(false);
  const stream = streams.open(22);
  const datas = messages();
  for (const data of datas.slice(0, -1)) channel.fire('message', { data });
  await setImmediate();
  expect(channel.readyState).toBe('connecting');
  channel.fire('message', { data: datas.at(-1) });
  await expect(stream).rejects.toMatchObject({ code: 'ERR_STREAM_OVERFLOW' });
  expect([channel.readyState, channel.listenerCount]).toEqual(['closed', 0]);
});

for (const [isFramed, error] of [
  [true, { code: 'ERR_STREAM_RESET', resetCode: 4 }],
  [false, { code: 'ERR_CHANNEL_CLOSED' }],
] as const) {
  test(`${isFramed ? 'framed' : 'plain'}: a reset, then the end, and never "open": the error says as much as there is`, async () => {
    const { streams, channel } = opening(isFramed);
    const stream = streams.open(22);
    arriveEarly(channel, encodeStreamFrame({ kind: 'credit', bytes: 1 }));
    arriveEarly(channel, encodeStreamFrame({ kind: 'reset', code: 4 }));
    channel.fire('close');
    await expect(stream).rejects.toMatchObject(error);
    expect(channel.listenerCount).toBe(0);
  });
}

test('a reset before "open": the stream opens, and both its ends and `closed` say why it ended', async () => {
  const { streams, channel } = opening(true);
  const opened = streams.open(22);
  arriveEarly(channel, encodeStreamFrame({ kind: 'reset', code: 4 }));
  FakeDataChannel.pair(channel, new FakeDataChannel('stream-22'));
  const { readable, writable, closed } = await opened;
  const reset = { code: 'ERR_STREAM_RESET', resetCode: 4 };
  await expect(readable.getReader().read()).rejects.toMatchObject(reset);
  await expect(writable.getWriter().write(utf8Encode('a'))).rejects.toMatchObject(reset);
  await expect(closed).rejects.toMatchObject(reset);
});
