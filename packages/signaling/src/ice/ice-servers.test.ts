/** @module ICE servers from configuration. */
import { EdgeError } from '@longwire/protocol';
import { expect, test } from 'vitest';
import { configuredIceServers, parseIceServers } from './ice-servers.ts';

const REQUEST = {
  productId: 'p',
  deviceId: 'd',
  tokenId: 't',
  session: 's',
  peer: 'client',
} as const;

test('parses a list of ICE servers with one or several URLs', () => {
  const json =
    '[{"urls":"stun:a"},{"urls":["turn:b:1?transport=udp","turns:c"],"username":"u","credential":"c","x":1}]';
  expect(parseIceServers(json)).toEqual([
    { urls: ['stun:a'] },
    { urls: ['turn:b:1?transport=udp', 'turns:c'], username: 'u', credential: 'c' },
  ]);
  expect(parseIceServers('[]')).toEqual([]);
});

test.each([
  '',
  '{}',
  'null',
  '[1]',
  '[null]',
  '[{}]',
  '[{"urls":"http://a"}]',
  '[{"urls":["stun:a b"]}]',
  '[{"urls":"stun:a","username":1}]',
])('rejects %j as a list of ICE servers', (json) => {
  expect(() => parseIceServers(json)).toThrow(EdgeError);
});

test('every session gets its own copy of the ICE servers', async () => {
  const provider = configuredIceServers([{ urls: ['stun:a'] }]);
  (await provider.serversFor(REQUEST))[0]?.urls.push('stun:b');
  expect(await provider.serversFor(REQUEST)).toEqual([{ urls: ['stun:a'] }]);
});
