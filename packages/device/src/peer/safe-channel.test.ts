/** @module What waits for a client that does not read. */
import { silentLogger } from '@longwire/protocol';
import { expect, test } from 'vitest';
import { SafeChannel, type ChannelOutput, type NativeChannel } from './safe-channel.ts';

const MEGABYTE = 1024 * 1024;

/** A channel whose other side never reads. */
function unreadChannel(): NativeChannel {
  let buffered = 0;
  const take = (message: string | Uint8Array): boolean => {
    buffered += message.length;
    return false;
  };
  return {
    getLabel: () => 'coap',
    close: () => undefined,
    sendMessage: take,
    sendMessageBinary: take,
    isOpen: () => true,
    bufferedAmount: () => buffered,
    maxMessageSize: () => MEGABYTE,
    onClosed: () => undefined,
    onError: () => undefined,
    onMessage: () => undefined,
  };
}

test('many channels of one client hold no more together than one alone', () => {
  const channels: SafeChannel[] = [];
  let overflows = 0;
  const output: ChannelOutput = {
    bufferedBytes: () => channels.reduce((sum, { bufferedBytes }) => sum + bufferedBytes, 0),
    handleOverflow: () => {
      overflows += 1;
      for (const channel of channels) channel.abandon();
    },
  };
  for (let count = 0; count < 8; count += 1)
    channels.push(new SafeChannel(unreadChannel(), silentLogger, output));
  for (const channel of channels) channel.send(new Uint8Array(MEGABYTE));
  expect([overflows, output.bufferedBytes()]).toEqual([0, 8 * MEGABYTE]);

  expect(() => channels[0]?.send('x')).toThrow(expect.objectContaining({ code: 'ERR_CHANNEL_CLOSED' }));
  expect([overflows, output.bufferedBytes()]).toEqual([1, 0]);
});
