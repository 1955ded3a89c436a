/** @module Messages arrive strictly in order, verbatim, without loss or duplicates. */
import { expect, test } from 'vitest';
import { LOGIN_REPLY } from '../test-support/login-reply.fixture.ts';
import { candidate, offer } from '../test-support/messages.fixture.ts';
import { TestService } from '../test-support/test-service.fixture.ts';

const ODD_TEXTS = [
  ' \t\r\n{ "type" : 5 }\n',
  '{"type":5,"type":5}',
  '{"metadata":null,"data":"{\\"candidate\\":\\"\\"}","type":2}',
  JSON.stringify({ type: 5, text: '\u0000\u007F\u2028\u2029\uFEFF\uD7FF\u{1F600}e\u0301"\\/<script>' }),
  '{"type":5,"escapes":"\\u0041\\ud83d\\ude00\\ud800 \\/"}',
  '{"type":5.0,"number":1e400,"big":123456789012345678901234567890,"minus":-0}',
  '{"type":5,"__proto__":{"polluted":true},"constructor":null}',
  offer('v=0\r\na=ice-pwd:ü\r\n'),
];

test('messages sent before the login response are handled in order, however slow the registry is', async () => {
  const gate = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  await using service = await TestService.start({
    admission: (standard) => ({
      findDevice: async (key) => standard.findDevice(key),
      revokedAmong: (key, ids) => standard.revokedAmong(key, ids),
      checkCredential: async (key, credential) => {
        asked.resolve();
        await gate.promise;
        return standard.checkCredential(key, credential);
      },
    }),
  });
  const device = await service.attach();
  const client = await service.open();
  const sent = [offer(), ...Array.from({ length: 40 }, (_, number) => candidate(number))];
  client.sendText(service.loginText());
  client.sendText('{"type":3}');
  for (const text of sent) client.sendText(text);
  client.sendText('{"type":3}');
  await asked.promise;
  expect(client.pending).toEqual([]);
  gate.resolve();
  const { session } = await device.next('session-open');
  expect(await device.heard(session, sent.length)).toEqual(sent);
  const types = (await client.texts(3)).map((text): unknown => JSON.parse(text).type);
  expect(types).toEqual([21, 4, 4]);
  expect(device.link.pending).toEqual([]);
});

test('texts are relayed verbatim in both directions', async () => {
  await using service = await TestService.start();
  const device = await service.attach();
  const { client, session } = await service.connect(device);
  for (const text of ODD_TEXTS) client.sendText(text);
  expect(await device.heard(session, ODD_TEXTS.length)).toEqual(ODD_TEXTS);
  for (const text of ODD_TEXTS) device.say(session, text);
  expect(await client.texts(ODD_TEXTS.length)).toEqual(ODD_TEXTS);
});

test('two clients of one device receive only their own messages', async () => {
  await using service = await TestService.start();
  const device = await service.attach();
  const one = await service.connect(device);
  const two = await service.connect(device);
  for (let number = 0; number < 30; number += 1) {
    device.say(one.session, candidate(number));
    device.say(two.session, candidate(100 + number));
  }
  const numbers = Array.from({ length: 30 }, (_, number) => number);
  expect(await one.client.texts(30)).toEqual(numbers.map((number) => candidate(number)));
  expect(await two.client.texts(30)).toEqual(numbers.map((number) => candidate(100 + number)));
  two.client.sendText(candidate(7));
  expect(await device.heard(two.session, 1)).toEqual([candidate(7)]);
});

test('invalid, unknown and forbidden messages of a client are ignored without closing the socket', async () => {
  await using service = await TestService.start();
  const device = await service.attach();
  const client = await service.open();
  const ignored = [
    '',
    'x',
    '[]',
    'null',
    '{}',
    '{"type":99}',
    '{"type":"0"}',
    '{"type":0}',
    '{"type":4}',
    '{"type":21}',
  ];
  client.sendText(candidate(0));
  client.sendText('{"type":3}');
  client.sendText(service.loginText());
  const { session } = await device.next('session-open');
  for (const text of ignored) client.sendText(text);
  client.socket.send(Buffer.from(candidate(1)));
  client.sendText(service.loginText());
  client.sendText('{"type":3,"extra":1}');
  client.sendText(candidate(2));
  expect(await device.heard(session, 1)).toEqual([candidate(2)]);
  expect(await client.texts(2)).toEqual([expect.stringMatching(LOGIN_REPLY), '{"type":4,"iceServers":[]}']);
});

test('messages sent before a client disconnects reach the device before the end of the session', async () => {
  await using service = await TestService.start();
  const device = await service.attach();
  const { client, session } = await service.connect(device);
  for (let number = 0; number < 50; number += 1) client.sendText(candidate(number));
  client.socket.close(1000);
  const numbers = Array.from({ length: 50 }, (_, number) => candidate(number));
  expect(await device.heard(session, 50)).toEqual(numbers);
  expect(await device.next('session-close')).toEqual({ type: 'session-close', session, code: 1000 });
});

test('the reason with which a client closes reaches the device', async () => {
  await using service = await TestService.start();
  const device = await service.attach();
  const { client, session } = await service.connect(device);
  client.socket.close(1000, 'going home');
  const reason = 'going home';
  expect(await device.next('session-close')).toEqual({ type: 'session-close', session, code: 1000, reason });
});

test('messages sent before a device closes a session reach the client before the close', async () => {
  await using service = await TestService.start();
  const device = await service.attach();
  const { client, session } = await service.connect(device);
  for (let number = 0; number < 50; number += 1) device.say(session, candidate(number));
  device.send({ type: 'session-close', session, code: 1000 });
  device.say(session, candidate(99));
  expect(await client.texts(50)).toEqual(Array.from({ length: 50 }, (_, number) => candidate(number)));
  expect((await client.closed).code).toBe(1000);
  expect(client.pending).toEqual([]);
});

test("the service uses the form of the device's latest message, which clients do not notice", async () => {
  await using service = await TestService.start();
  const device = await service.attach();
  const { client, session } = await service.connect(device);
  const inJson = (message: string): object => ({ type: 'session-message', session, message });
  client.sendText(candidate(1));
  expect(await device.next('session-message')).toEqual(inJson(candidate(1)));
  device.send({ type: 'session-message', session, message: candidate(2), verbatim: true });
  expect(await client.text()).toBe(candidate(2));
  client.sendText(candidate(3));
  expect(await device.link.text()).toBe(`>${session}\n${candidate(3)}`);
  device.say(session, candidate(4));
  expect(await client.text()).toBe(candidate(4));
  client.sendText(candidate(5));
  expect(await device.next('session-message')).toEqual(inJson(candidate(5)));
});
