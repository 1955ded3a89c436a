/** @module Connection tokens in browsers: revoked by the operator, or issued and revoked by the device. */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { Agent, linkIn } from '../harness/agent.ts';
import { ConsolePage } from '../harness/console-page.ts';
import type { Device } from '../harness/device.ts';
import { expectMovingPicture } from '../harness/expect-moving-picture.ts';
import { expect, test } from '../harness/fixtures.ts';
import { AUDIENCE, Issuer, ISSUER } from '../harness/issuer.ts';
import { optionsFor, TestClient } from '../harness/test-client.ts';

const VIDEO = 'frontdoor-video';
const WITHIN_MS = 1000;

// Reason: two or three pictures at once, and several commands that are processes.
test.setTimeout(120_000);

/** Connects a client as an administrator who watches the device's picture. */
async function watch(client: TestClient, device: Device): Promise<void> {
  await client.connect();
  await client.logInAsAdmin(device);
  expect(await client.requestTracks(VIDEO)).toBe(201);
  await expectMovingPicture(client, VIDEO);
}

test('revoking a token closes its client with 4002 and ends its picture and requests within a second, while others continue', async ({
  openPage,
  shared,
  start,
}) => {
  const { service } = shared;
  const device = await start.device(service, 'longwire');
  const options = optionsFor(device, service.webSocketUrl);
  const other = await service.addToken(device.deviceId);
  const connect = async (sct: string): Promise<TestClient> => {
    const client = await TestClient.create(await openPage(), { ...options, sct });
    await watch(client, device);
    return client;
  };
  const [revoked, stays] = [await connect(device.sct), await connect(other)];
  await service.revokeToken(device.sct);
  const askedMs = Date.now();
  expect(await revoked.closed()).toMatchObject({ code: 'ERR_TOKEN_REJECTED', closeCode: 4002 });
  expect((await revoked.closedAtMs()) - askedMs).toBeLessThan(WITHIN_MS);
  await expectMovingPicture(stays, VIDEO);
  const next = await TestClient.create(await openPage(), options);
  await expect(next.connect()).rejects.toMatchObject({ code: 'ERR_TOKEN_REJECTED', closeCode: 4002 });
});

test("the device ends a revoked client's connection itself, even when the client is not notified", async ({
  openPage,
  shared,
  start,
}) => {
  const { service } = shared;
  const device = await start.device(service, 'longwire');
  const proxy = await start.proxy({ upstream: service.webSocketUrl, hidesCloses: true });
  const client = await TestClient.create(await openPage(), optionsFor(device, proxy.url));
  await watch(client, device);
  await service.revokeToken(device.sct);
  await expect.poll(() => device.child.log).toMatch(/session\.closed .*4002/u);
  // docs/platform.md, "the end of a connection": the page may notice only by ICE, although the device has ended everything.
  await client.closed();
  await expect(client.whoAmI()).rejects.toThrow('Not Connected');
  expect(proxy.closes).toEqual([4002]);
});

test("revoking a token ends a connection whose client's socket ended before, while another client's stays", async ({
  openPage,
  shared,
  start,
}) => {
  const { service } = shared;
  const device = await start.device(service, 'longwire');
  const other = await service.addToken(device.deviceId);
  const proxy = await start.proxy({ upstream: service.webSocketUrl });
  // what a client does that wants to stay, whatever happens to its signaling
  const closePolicy = { iceStates: ['closed'], disconnectedGraceMs: 0, onSignalingLoss: 'stay' } as const;
  const connect = async (sct: string): Promise<TestClient> => {
    const options = { ...optionsFor(device, proxy.url), sct, closePolicy };
    const client = await TestClient.create(await openPage(), options);
    await watch(client, device);
    return client;
  };
  const [revoked, stays] = [await connect(device.sct), await connect(other)];
  await proxy.stop();
  for (const client of [revoked, stays]) await expectMovingPicture(client, VIDEO);
  const ended = device.child.nextLine(/session\.closed .*4002/u);
  await service.revokeToken(device.sct);
  const askedMs = Date.now();
  await ended;
  expect(Date.now() - askedMs).toBeLessThan(WITHIN_MS);
  await expect(revoked.whoAmI()).rejects.toThrow();
  await expectMovingPicture(stays, VIDEO);
});

test('the users of a device connect with tokens that the device issued, without an operator', async ({
  openPage,
  shared,
  start,
}) => {
  const agent = new Agent(shared.service, 'de-tokens');
  const owner = linkIn(await agent.init());
  appendFileSync(
    join(agent.directory, 'device.toml'),
    '[[camera]]\nname = "frontdoor"\ntest_pattern = true\n',
  );
  await shared.service.addDevice(agent.deviceId, owner.parts.get('fp') ?? '');
  start.child(await agent.run());

  // the owner's link from before the device was registered
  const tab = new ConsolePage(await openPage(owner.url));
  await expect(tab.badge).toHaveText('Verified');
  await expect(tab.whoAmI).toHaveText('admin · Administrator');

  // a user who is invited while the device runs
  const invited = await agent.command('invite', 'anna', '--role', 'Standard');
  const guest = linkIn(invited);
  const sct = guest.parts.get('sct') ?? '';
  expect(sct).toMatch(/^[0-9a-f]{32}$/u);
  expect(sct).not.toBe(owner.parts.get('sct'));
  expect(invited).not.toContain('connection token');
  const anna = await TestClient.create(await openPage(), agent.optionsOf(guest.parts));
  await anna.connect();
  expect(await anna.verifyFingerprint(guest.parts.get('fp') ?? '')).toEqual({
    valid: true,
    bound: true,
    boundBy: 'token',
  });
  await anna.authenticate('anna', guest.parts.get('pwd') ?? '');
  expect(await anna.requestTracks(VIDEO)).toBe(201);
  await expectMovingPicture(anna, VIDEO);

  // a user whom the owner's browser creates
  const admin = await TestClient.create(await openPage(), agent.optionsOf(owner.parts));
  await admin.connect();
  await admin.authenticate('admin', owner.parts.get('pwd') ?? '');
  await admin.createUser('bob', 'Guest');
  const third = linkIn(await agent.command('invite', 'bob'));
  const bob = await TestClient.create(await openPage(), agent.optionsOf(third.parts));
  await bob.connect();
  await bob.authenticate('bob', third.parts.get('pwd') ?? '');

  // one of them is revoked again
  await agent.command('users', 'remove', 'anna');
  const askedMs = Date.now();
  expect(await anna.closed()).toMatchObject({ code: 'ERR_TOKEN_REJECTED', closeCode: 4002 });
  expect((await anna.closedAtMs()) - askedMs).toBeLessThan(WITHIN_MS);
  const again = await TestClient.create(await openPage(), agent.optionsOf(guest.parts));
  await expect(again.connect()).rejects.toMatchObject({ code: 'ERR_TOKEN_REJECTED', closeCode: 4002 });
  for (const [client, username] of [
    [admin, 'admin'],
    [bob, 'bob'],
  ] as const)
    expect(await client.whoAmI()).toMatchObject({ username });
});

test('while an issuer is unreachable its tokens are neither accepted nor rejected; once it has answered they work without it too', async ({
  openPage,
  start,
}) => {
  const issuer = await Issuer.start();
  const service = await start.service({ args: ['--allow-private-issuers'] });
  await service.addIssuer(ISSUER, AUDIENCE, issuer.jwksUrl);
  const device = await start.device(service, 'longwire');
  const { sct: _, ...options } = optionsFor(device, service.webSocketUrl);
  const connect = async (jwt: string): Promise<TestClient> => {
    const client = await TestClient.create(await openPage(), { ...options, jwt });
    await client.connect();
    return client;
  };
  const token = issuer.token('subject-bob');
  const unchecked = { closeCode: 1011, reason: 'the token cannot be checked just now' };
  await issuer.stop();
  await expect(connect(token)).rejects.toMatchObject(unchecked);
  await issuer.restart();
  // after ten seconds the service asks an issuer again that did not answer
  await expect(async () => await connect(token)).toPass({ timeout: 30_000 });
  await issuer.stop();
  await connect(token);
  issuer.rotate();
  await expect(connect(issuer.token('subject-bob'))).rejects.toMatchObject(unchecked);
  await expect(connect('garbage')).rejects.toMatchObject({ closeCode: 4002 });
});
