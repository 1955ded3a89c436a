/**
 * @module `early/1`: messages inside the opening handshake are handled first, by the same rules as others.
 */
import { CloseCode, SIGNALING_PATH, SIGNALING_SUBPROTOCOL } from '@longwire/protocol';
import { earlySubprotocol } from '@longwire/protocol/peer';
import { expect, test } from 'vitest';
import { candidate, offer } from '../test-support/messages.fixture.ts';
import { TestService } from '../test-support/test-service.fixture.ts';
import { TestSocket } from '../test-support/test-socket.fixture.ts';

async function openSaying(service: TestService, texts: readonly string[]): Promise<TestSocket> {
  const early = earlySubprotocol(texts) ?? 'too-long';
  const { socketOptions } = service;
  return await TestSocket.open(
    `${service.service.url}${SIGNALING_PATH}`,
    [SIGNALING_SUBPROTOCOL, early],
    socketOptions,
  );
}

test('an early login, turn request, offer and candidate are handled, and later messages follow in order', async () => {
  await using service = await TestService.start();
  const device = await service.attach();
  const said = [offer(), candidate(1)];
  const client = await openSaying(service, [service.loginText(), '{"type":3}', ...said]);
  client.sendText(candidate(2));
  const { session } = await device.next('session-open');
  expect(await device.heard(session, 3)).toEqual([...said, candidate(2)]);
  expect(client.socket.protocol).toBe(SIGNALING_SUBPROTOCOL);
  const types = (await client.texts(2)).map((text): unknown => JSON.parse(text).type);
  expect(types).toEqual([21, 4]);
});

test('an early login that is refused is refused like any other', async () => {
  await using service = await TestService.start();
  await service.attach();
  const client = await openSaying(service, [service.loginText({ sct: 'x'.repeat(24) }), offer()]);
  expect((await client.closed).code).toBe(CloseCode.tokenRejected);
});

test('early messages before a login, and invalid ones, are ignored', async () => {
  await using service = await TestService.start();
  const device = await service.attach();
  const client = await openSaying(service, [offer(), 'x', service.loginText(), candidate(1)]);
  const { session } = await device.next('session-open');
  expect(await device.heard(session, 1)).toEqual([candidate(1)]);
  expect(await client.text()).toContain('21');
});
