/** @module How a turn reply becomes ICE servers. */
import { expect, test } from 'vitest';
import { iceServersFromTurnReply } from './ice-servers-from-turn-reply.ts';
import type { IceServer, TurnReply } from './ice-server.ts';

const defaults: IceServer[] = [{ urls: ['stun:default.example'] }];
const full: IceServer = { urls: ['stun:s', 'turn:t:3478'], username: 'u', credential: 'c' };
const server = (hostname: string, port = 0): TurnReply => ({
  kind: 'turnReply',
  servers: [{ hostname, port, username: 'u', password: 'c' }],
});
const turn = (url: string): IceServer[] => [{ urls: [url], username: 'u', credential: 'c' }];

type Row = [string, Omit<TurnReply, 'kind'>, IceServer[]];

const rows: Row[] = [
  ['neither list: the defaults', {}, defaults],
  ['iceServers, as they are', { iceServers: [full] }, [full]],
  ['an empty iceServers: none', { iceServers: [] }, []],
  ['an empty servers: none', { servers: [] }, []],
  ['both: iceServers wins', { ...server('t'), iceServers: [full] }, [full]],
  ['both, iceServers empty: none', { ...server('t'), iceServers: [] }, []],
  ['a bare host', server('turn.example', 3478), turn('turn:turn.example:3478')],
  ['a bare host without a port', server('turn.example'), turn('turn:turn.example')],
  ['a bare IPv4 address', server('192.0.2.1', 3478), turn('turn:192.0.2.1:3478')],
  ['a bare IPv6 address', server('2001:db8::1', 3478), turn('turn:[2001:db8::1]:3478')],
  ['a bracketed IPv6 address', server('[2001:db8::1]', 3478), turn('turn:[2001:db8::1]:3478')],
  ['a turn: URL', server('turn:t:5349?transport=tcp'), turn('turn:t:5349?transport=tcp')],
  ['a turns: URL', server('turns:t:443'), turn('turns:t:443')],
  ['a URL’s port wins', server('turn:t:1', 99), turn('turn:t:1')],
  ['a stun: URL, which needs no credential', server('stun:s:3478'), [{ urls: ['stun:s:3478'] }]],
  ['a URL of another scheme is left out', { iceServers: [{ urls: ['http://x'] }, full] }, [full]],
  [
    'a turn: URL without a credential is left out',
    { iceServers: [{ urls: ['turn:t', 'stun:s'], username: 'u' }] },
    [{ urls: ['stun:s'], username: 'u' }],
  ],
  ...[
    ['', ''],
    ['u', ''],
    ['', 'c'],
    ['u'.repeat(509), 'c'],
  ].map(([username = '', credential = '']): Row => [
    `a turn: URL with the user name ${username.slice(0, 3)} and the credential ${credential} is left out`,
    { iceServers: [{ urls: ['turn:t'], username, credential }, full] },
    [full],
  ]),
  // Chromium's constructor throws for each of these.
  ...[
    'stun:',
    'stun:s:0',
    'stun:s:65536',
    'stun::1',
    'stun://s',
    'stun:u@s',
    'stun:s?transport=udp',
    'stun:[::1',
    'turn:t:',
    'turn:t:a',
    'turn:t#a',
    'turn:t/a',
    'turn:t?transport=tls',
    'turn:t?x=1',
    'turn:2001:db8::1',
    'turn:a b',
  ].map((url): Row => [
    `${url} is left out`,
    { iceServers: [{ urls: [url], username: 'u', credential: 'c' }, full] },
    [full],
  ]),
  [
    'schemes and transports in capitals, and an address in brackets',
    { iceServers: [{ urls: ['STUN:S', 'TURN:[::1]:65535?transport=TCP'], username: 'u', credential: 'c' }] },
    [{ urls: ['STUN:S', 'TURN:[::1]:65535?transport=TCP'], username: 'u', credential: 'c' }],
  ],
  ['no URL at all is left out', { iceServers: [{ urls: [] }] }, []],
];

test.each(rows)('ICE servers of a turn reply: %s', (_, reply, expected) => {
  expect(iceServersFromTurnReply(reply, defaults)).toEqual(expected);
});

test('changing the list of ICE servers does not change the defaults', () => {
  iceServersFromTurnReply({}, defaults).pop();
  expect(defaults).toHaveLength(1);
});
