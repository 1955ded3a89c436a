/** @module The name that a device's owner gave it is read over each connection and for each user. */

import { expect, test } from 'vitest';
import { StatusError, type PairingInfo } from '@longwire/client';
import { followGivenName, type GivenNameSession } from './given-name.ts';

/** Resolves after the pending questions have been answered. */
const answered = async (): Promise<void> => await new Promise((resolve) => setTimeout(resolve));

function deviceWith(...names: (string | undefined)[]): GivenNameSession & { ask: () => void } {
  const device = {
    ask: () => undefined as void,
    iam: {
      getPairing: async (): Promise<PairingInfo> => {
        const FriendlyName = names.shift();
        if (FriendlyName === undefined)
          throw new StatusError('ERR_IAM_REQUEST', 'Failed to get pairing', 403);
        return { Modes: [], ProductId: 'pr', DeviceId: 'de', FriendlyName };
      },
    },
    on: (_event: unknown, listener: () => void) => {
      device.ask = listener;
      return () => undefined;
    },
  };
  return device;
}

test('a name is passed on, also when it is taken away, and stays when the device does not answer', async () => {
  const notes: (string | undefined)[] = [];
  const device = deviceWith('Front door', undefined, ' ');
  const stop = followGivenName(device, (name) => notes.push(name));
  await answered();
  device.ask();
  await answered();
  expect(notes).toEqual(['Front door']);
  device.ask();
  await answered();
  expect(notes).toEqual(['Front door', undefined]);
  stop();
});

test('a name longer than any device stores is cut', async () => {
  const notes: (string | undefined)[] = [];
  followGivenName(deviceWith('x'.repeat(10_000)), (name) => notes.push(name));
  await answered();
  expect(notes).toEqual(['x'.repeat(64)]);
});

test('a name that comes after following ended is not passed on', async () => {
  const notes: (string | undefined)[] = [];
  followGivenName(deviceWith('Front door'), (name) => notes.push(name))();
  await answered();
  expect(notes).toEqual([]);
});
