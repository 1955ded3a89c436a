/** @module Current connections, and ending them by scope. */
import { expect, test } from 'vitest';
import type { LiveScope } from '../ports/live.ts';
import { LiveRegister } from './live-register.ts';

/** A register with sessions and attachments, and the codes with which each was ended. */
function setUp() {
  const register = new LiveRegister('node-1');
  const ended: [string, number][] = [];
  const connection = (name: string) => ({ end: (code: number) => void ended.push([name, code]) });
  const clients = (
    [
      ['a', 'p', 'd', 'lw_1', undefined],
      ['b', 'p', 'd', 'lw_2', undefined],
      ['c', 'p', 'e', 'lw_1', undefined],
      ['d', 'q', 'd', 'jwt:https://id.example:ada', 'https://id.example'],
      ['e', 'q', 'd', 'jwt:https://id.example:8443:ada', 'https://id.example:8443'],
    ] as const
  ).map(([id, productId, deviceId, tokenId, jwtIssuer]) => {
    const client = {
      id,
      key: { productId, deviceId },
      tokenId,
      jwtIssuer,
      address: '198.51.100.1',
      since: 5,
      connection: connection(id),
    };
    register.addClient(client);
    return client;
  });
  const attachments = (
    [
      ['p', 'd', 'aa'],
      ['p', 'e', 'bb'],
      ['q', 'd', 'cc'],
    ] as const
  ).map(([productId, deviceId, fingerprint]) => {
    const attachment = {
      key: { productId, deviceId },
      fingerprint,
      since: 7,
      connection: connection(fingerprint),
    };
    register.addAttachment(attachment);
    return attachment;
  });
  return { register, ended, clients, attachments };
}

test('connections are listed with the node until they are removed', () => {
  const { register, clients, attachments } = setUp();
  expect(register.sessions()[0]).toEqual({
    id: 'a',
    productId: 'p',
    deviceId: 'd',
    tokenId: 'lw_1',
    address: '198.51.100.1',
    since: 5,
    node: 'node-1',
  });
  expect(register.devices()[0]).toEqual({ productId: 'p', deviceId: 'd', since: 7, node: 'node-1' });
  for (const client of clients) register.removeClient(client);
  for (const attachment of attachments) register.removeAttachment(attachment);
  expect([register.sessions(), register.devices()]).toEqual([[], []]);
});

test.each<[LiveScope, string[]]>([
  [{}, ['a', 'b', 'c', 'd', 'e']],
  [{ productId: 'p' }, ['a', 'b', 'c']],
  [{ productId: 'p', deviceId: 'd' }, ['a', 'b']],
  [{ productId: 'p', tokenId: 'lw_1' }, ['a', 'c']],
  [{ productId: 'p', deviceId: 'd', tokenId: 'lw_1' }, ['a']],
  [{ productId: 'q', jwtIssuer: 'https://id.example' }, ['d']],
  [{ productId: 'q', jwtIssuer: 'https://id' }, []],
  [{ productId: 'none' }, []],
])('endSessions ends the sessions in the scope %j', (scope, names) => {
  const { register, ended } = setUp();
  expect(register.endSessions(scope, 4002)).toBe(names.length);
  expect(ended).toEqual(names.map((name) => [name, 4002]));
});

test.each<[LiveScope, string[]]>([
  [{ productId: 'p', tokenId: 'lw_1' }, ['a', 'c', 'p/d lw_1', 'p/e lw_1']],
  [{ productId: 'p', deviceId: 'd', tokenId: 'lw_1' }, ['a', 'p/d lw_1']],
  [{ productId: 'q', jwtIssuer: 'https://id.example' }, ['d', 'q/d jwt:https://id.example:ada']],
  [{ productId: 'p' }, ['a', 'b', 'c']],
  [{ productId: 'p', deviceId: 'd' }, ['a', 'b']],
])('held tokens end with their token or issuer, not with their device or product: %j', (scope, names) => {
  const { register, ended } = setUp();
  const tokens = [
    'p/d lw_1',
    'p/d lw_2',
    'p/e lw_1',
    'q/d jwt:https://id.example:ada',
    'q/d jwt:https://id:x',
  ];
  for (const name of tokens) {
    const [key = '', tokenId = ''] = name.split(' ');
    const [productId = '', deviceId = ''] = key.split('/');
    const connection = { end: (code: number) => void ended.push([name, code]) };
    register.hold({ key: { productId, deviceId }, tokenId, connection });
    register.hold({ key: { productId, deviceId }, tokenId, connection })[Symbol.dispose]();
  }
  expect(register.endSessions(scope, 4002)).toBe(names.length);
  expect(ended).toEqual(names.map((name) => [name, 4002]));
});

test.each<[LiveScope, string[]]>([
  [{ productId: 'p' }, ['aa', 'bb']],
  [{ productId: 'p', deviceId: 'd' }, ['aa']],
  [{ productId: 'p', deviceId: 'd', exceptFingerprint: 'aa' }, []],
  [{ productId: 'p', deviceId: 'd', exceptFingerprint: 'bb' }, ['aa']],
  [{ productId: 'p', tokenId: 'lw_1' }, []],
  [{ productId: 'q', jwtIssuer: 'https://id.example' }, []],
])('endDevices ends the attachments in the scope %j', (scope, names) => {
  const { register, ended } = setUp();
  expect(register.endDevices(scope, 4006)).toBe(names.length);
  expect(ended).toEqual(names.map((name) => [name, 4006]));
});

test('ending one session by its id does not change the revision', () => {
  const { register, ended } = setUp();
  const { revision } = register;
  expect([register.endSession('b', 1000), register.endSession('none', 1000)]).toEqual([true, false]);
  expect(ended).toEqual([['b', 1000]]);
  expect(register.revision).toBe(revision);
  register.endSessions({ productId: 'none' }, 4002);
  expect(register.revision).not.toBe(revision);
});
