/** @module Secrets never reach a logger: a whole connection with known secrets in it. */
import { utf8Encode, type LogFields, type Logger } from '@longwire/protocol';
import { encodeCbor } from '@longwire/protocol/cbor';
import { createFakeWorld } from '@longwire/testing';
import { expect, test } from 'vitest';
import { createConnection } from '../create-connection.ts';

function recording(): { logger: Logger; lines: unknown[] } {
  const lines: unknown[] = [];
  const line =
    (level: string) =>
    (event: string, fields?: LogFields): void =>
      void lines.push({ level, event, fields });
  return {
    logger: { debug: line('debug'), info: line('info'), warn: line('warn'), error: line('error') },
    lines,
  };
}

test('canaries: a whole connection, with every secret known and looked for', async () => {
  const { logger, lines } = recording();
  const secrets = [
    'canary-sct',
    'canary-jwt',
    'canary-password',
    'canary-credential',
    'canary-payload',
    'canary-new',
  ];
  const turnReply = {
    iceServers: [{ urls: ['turn:t.example'], username: 'u', credential: 'canary-credential' }],
  };
  for (const token of [{ sct: 'canary-sct' }, { sct: undefined, jwt: 'canary-jwt' }]) {
    const world = await createFakeWorld({ turnReply });
    const connection = createConnection({ ...world.options, ...token, logger });
    connection.on('statechange', () => {
      throw new Error('a listener that throws is logged');
    });
    await connection.connect();
    const { resources, passwords } = world.device;
    passwords.set('ann', 'canary-password');
    await connection.authenticate({ username: 'ann', password: 'canary-password' });
    await connection.verifyFingerprint(world.identity.fingerprint);
    await expect(connection.authenticate({ username: 'bob', password: 'canary-new' })).rejects.toThrow(
      'Invalid username/password',
    );
    resources.on('POST /iam/users', { statusCode: 201 });
    resources.on('PUT /iam/users/eve/password', {
      statusCode: 403,
      contentFormat: 0,
      payload: utf8Encode('no'),
    });
    await expect(
      connection.iam.createUser({ username: 'eve', role: 'r', password: 'canary-new' }),
    ).rejects.toThrow('Failed to set password');
    resources.on('POST /x', { statusCode: 205, contentFormat: 60, payload: encodeCbor('canary-payload') });
    await connection.request('POST', '/x', { payload: 'canary-payload' });
    world.sockets.last.serverSend(`{"type":20,"sct":"canary-sct","deviceId":7}`);
    world.device.channel?.send('canary-payload');
    await world.settled();
    world.sockets.last.serverClose(1012);
  }
  expect(lines.length).toBeGreaterThan(10);
  const text = JSON.stringify(lines);
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
});
