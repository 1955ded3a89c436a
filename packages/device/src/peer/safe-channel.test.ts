/** @module The send limit for a client that does not read, and the events of a channel. */
import { silentLogger } from '@longwire/protocol';
import { expect, test } from 'vitest';
import { FakeNativeChannel } from './native-channel.fixture.ts';
import { MAX_BUFFERED_BYTES, MAX_CHANNELS, PeerChannels } from './peer-channels.ts';
import type { SafeChannel } from './safe-channel.ts';

const MEGABYTE = 1024 * 1024;

/** A client's channels; `overflows` counts how often the send limit was exceeded. */
function setUp() {
  const counts = { overflows: 0 };
  const channels = new PeerChannels({
    native: { createDataChannel: () => new FakeNativeChannel('') },
    logger: silentLogger,
    handleOverflow: () => {
      counts.overflows += 1;
      channels.abandonAll();
    },
  });
  const open = (label = 'coap'): { native: FakeNativeChannel; channel: SafeChannel } => {
    const native = new FakeNativeChannel(label);
    const channel = channels.accept(native, true);
    if (channel === undefined) throw new Error('expected to be accepted');
    return { native, channel };
  };
  return { channels, counts, open };
}

test('all channels of one client share one send limit', () => {
  const { counts, open } = setUp();
  const all = Array.from({ length: MAX_BUFFERED_BYTES / MEGABYTE }, () => open().channel);
  for (const channel of all) channel.send(new Uint8Array(MEGABYTE));
  expect(counts.overflows).toBe(0);
  expect(() => all[0]?.send('x')).toThrow(expect.objectContaining({ code: 'ERR_CHANNEL_CLOSED' }));
  expect(counts.overflows).toBe(1);
});

test.each(['closed by the device', 'closed by the client'])(
  'unsent bytes of a closed channel still count: %s',
  (by) => {
    const { counts, open } = setUp();
    for (let count = 0; count < MAX_BUFFERED_BYTES / MEGABYTE; count += 1) {
      const { native, channel } = open();
      channel.send(new Uint8Array(MEGABYTE));
      if (by === 'closed by the device') channel.close();
      else native.closeRemotely();
    }
    const { channel } = open();
    expect(() => channel.send('x')).toThrow(expect.objectContaining({ code: 'ERR_CHANNEL_CLOSED' }));
    expect(counts.overflows).toBe(1);
  },
);

test('unsent bytes of a closed channel stop counting once a later message has been sent', () => {
  const { counts, open } = setUp();
  const later = open();
  for (let count = 0; count < 100; count += 1) {
    const { channel } = open();
    channel.send(new Uint8Array(MEGABYTE));
    channel.close();
    later.channel.send('x');
    later.native.drain();
  }
  expect(counts.overflows).toBe(0);
});

test('closes channels beyond MAX_CHANNELS', () => {
  const { channels, open } = setUp();
  const opened = Array.from({ length: MAX_CHANNELS }, () => open());
  const above = new FakeNativeChannel('coap');
  expect(channels.accept(above, true)).toBe(undefined);
  expect(above.isClosed).toBe(true);
  opened[0]?.channel.close();
  expect(channels.accept(new FakeNativeChannel('coap'), true)).toBeDefined();
});

test('emits drained, and closed with the reason closed or lost', () => {
  const { channels, open } = setUp();
  const events: string[] = [];
  const [closed, lost] = [open(), open()];
  closed.channel.on('closed', (end) => events.push(end));
  lost.channel.on('closed', (end) => events.push(end));
  lost.channel.on('drained', () => events.push('drained'));
  lost.channel.send('x');
  lost.native.drain();
  closed.native.closeRemotely();
  channels.abandonAll();
  lost.native.drain();
  expect(events).toEqual(['drained', 'closed', 'lost']);
});

test('throws ERR_CHANNEL_CLOSED if the channel closes between the check and the send', () => {
  const { native, channel } = setUp().open();
  native.onSent = () => {
    throw new Error('DataChannel is closed');
  };
  expect(() => channel.send('x')).toThrow(expect.objectContaining({ code: 'ERR_CHANNEL_CLOSED' }));
  expect(() => channel.send(Uint8Array.of(1))).toThrow(
    expect.objectContaining({ code: 'ERR_CHANNEL_CLOSED' }),
  );
});

test('throws ERR_MESSAGE_TOO_LARGE after the client has lowered its limit, and the channel stays usable', () => {
  const { native, channel } = setUp().open();
  channel.send(new Uint8Array(2000));
  native.maxMessageBytes = 1000;
  native.onSent = ({ length }) => {
    if (length > native.maxMessageBytes) throw new Error('Message size exceeds limit');
  };
  const tooLarge = expect.objectContaining({ code: 'ERR_MESSAGE_TOO_LARGE' });
  expect(() => channel.send(new Uint8Array(2000))).toThrow(tooLarge);
  expect(channel.maxMessageBytes).toBe(1000);
  expect(() => channel.send('x'.repeat(1001))).toThrow(tooLarge);
  channel.send(new Uint8Array(1000));
  expect(native.sent.map(({ length }) => length)).toEqual([2000, 2000, 1000]);
});
