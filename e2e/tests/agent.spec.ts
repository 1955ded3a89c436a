/** @module The agent as its owner uses it: set up, registered and run by its commands, with a family in browsers. */
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Agent, linkIn } from '../harness/agent.ts';
import { ConsolePage } from '../harness/console-page.ts';
import { expectMovingPicture } from '../harness/expect-moving-picture.ts';
import { expect, test } from '../harness/fixtures.ts';
import { settledAfterMs } from '../harness/settled.ts';
import { TcpService } from '../harness/tcp-service.ts';
import { TestClient } from '../harness/test-client.ts';
import { converse } from '../pages/stream-steps.ts';
import { reloadTestPage } from '../harness/load-test-page.ts';

const DEVICE_ID = 'de-agent';
const VIDEO = 'frontdoor-video';
const [WEB, FILES] = [80, 21];

test('a device is set up, registered and run by commands; its link opens the camera; an invited user pairs, is recognised, and loses access when removed', async ({
  shared,
  start,
  openPage,
}) => {
  test.setTimeout(180_000);
  const agent = new Agent(shared.service, DEVICE_ID);
  const fingerprint = linkIn(await agent.init()).parts.get('fp') ?? '';
  const tcp = await TcpService.start();
  mkdirSync(join(agent.directory, 'files'));
  writeFileSync(join(agent.directory, 'files', 'note.txt'), 'the file');
  appendFileSync(
    join(agent.directory, 'device.toml'),
    `[[camera]]\nname = "frontdoor"\ntest_pattern = true\n` +
      `[[stream]]\nport = ${WEB}\nname = "web"\nservice = "tcp"\ntarget = "127.0.0.1:${tcp.port}"\n` +
      `[[stream]]\nport = ${FILES}\nname = "files"\nservice = "files"\nroot = "files"\n`,
  );
  await shared.service.addDevice(DEVICE_ID, fingerprint);
  const token = await shared.service.addToken(DEVICE_ID);
  const owner = linkIn(await agent.command('invite', 'admin', '--sct', token));
  const second = linkIn(await agent.command('invite', 'carl', '--role', 'Administrator', '--sct', token));
  let running = start.child(await agent.run());

  // The owner scans the code.
  const tab = new ConsolePage(await openPage(owner.url));
  await expect(tab.badge).toHaveText('Verified');
  await expect(tab.whoAmI).toHaveText('admin · Administrator');
  await tab.expectMovingPicture();

  // Another user is invited while the device runs, and pairs a browser.
  const guest = linkIn(await agent.command('invite', 'anna', '--role', 'Standard', '--sct', token));
  const [page, options] = [await openPage(), agent.optionsOf(guest.parts)];
  const joinAgain = async (): Promise<TestClient> => {
    const client = await TestClient.create(page, options, { keepsCertificate: true });
    await client.connect();
    return client;
  };
  let anna = await joinAgain();
  expect(await anna.verifyFingerprint(guest.parts.get('fp') ?? '')).toEqual({
    valid: true,
    bound: true,
    boundBy: 'token',
  });
  await anna.authenticate('anna', guest.parts.get('pwd') ?? '');
  expect((await anna.request('POST', '/iam/pairing/password-invite')).statusCode).toBe(201);
  await anna.close();
  anna = await joinAgain();
  expect(await anna.whoAmI()).toEqual({ username: 'anna', role: 'Standard' });
  expect(await anna.requestTracks(VIDEO)).toBe(201);
  await expectMovingPicture(anna, VIDEO);
  expect(await anna.requestJson('GET', '/streams')).toEqual({ statusCode: 205, json: [] });
  expect((await anna.page.evaluate(converse, { port: WEB, line: 'bye\n', endsFirst: false })).text).toBe('');
  expect(JSON.parse(await agent.command('status', '--json'))).toMatchObject({
    running: true,
    sessions: [{ username: 'admin' }, { username: 'anna', watching: [VIDEO] }],
  });

  // The streams of the settings are available to users with the right.
  const admin = await TestClient.create(await openPage(), agent.optionsOf(second.parts));
  await admin.connect();
  await admin.authenticate('carl', second.parts.get('pwd') ?? '');
  for (const [port, line, text] of [
    [WEB, 'bye\n', 'bye'],
    [FILES, 'note.txt\n', 'the file'],
  ] as const)
    expect((await admin.page.evaluate(converse, { port, line, endsFirst: false })).text).toContain(text);

  // Removed by a command, anna sees nothing any more.
  await agent.command('users', 'remove', 'anna');
  const received = async (): Promise<number> => await anna.statistic('inbound-rtp', 'framesReceived');
  expect(await settledAfterMs(received)).toBeLessThan(1000);
  expect(await anna.requestTracks(VIDEO)).toBe(401);

  // After a power cut all confirmed changes are kept.
  await running.kill();
  running = start.child(await agent.run());
  anna = await joinAgain();
  await expect(anna.authenticate('anna', guest.parts.get('pwd') ?? '')).rejects.toMatchObject({
    code: 'ERR_INVALID_CREDENTIALS',
  });
  await reloadTestPage(admin.page);
  const again = await TestClient.create(admin.page, agent.optionsOf(second.parts));
  await again.connect();
  await again.authenticate('carl', second.parts.get('pwd') ?? '');
  expect(await again.list('users')).toEqual(['admin', 'carl']);
  for (const link of [owner, second, guest]) expect(running.log).not.toContain(link.parts.get('pwd'));
  await tcp.stop();
});
