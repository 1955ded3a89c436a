/** @module The commands as processes: with a running device, and on its files without one. */
import { chmodSync, chownSync, existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseFingerprint, parsePairingLink, type PairingLink } from '@longwire/protocol';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { createDevice } from '../create-device.ts';
import { loadIdentity } from '../identity/identity-file.ts';
import { openStateFile } from '../store/state-file.ts';
import { DeviceRig } from './device-rig.fixture.ts';
import { device, PROCESS_TIMEOUT, Running, type Outcome } from './process.fixture.ts';

const rig = DeviceRig.use();

let running: Running | undefined;
afterEach(async () => {
  await running?.stop('SIGKILL');
  running = undefined;
});

const at = (...args: readonly string[]): Promise<Outcome> =>
  device(...args, '--directory', rig.device.directory);
const linkOf = ({ out }: Outcome): PairingLink =>
  parsePairingLink(/^pairing link: (\S+)$/mu.exec(out)?.[1] ?? '');
const run = async (...args: readonly string[]): Promise<Running> => {
  await rig.register();
  running = Running.device('run', '--directory', rig.device.directory, ...args);
  await running.printed(/attached to/u);
  return running;
};

describe('without a running device', PROCESS_TIMEOUT, () => {
  test('invite makes a new link for the administrator, with a token of the service', async () => {
    const { deviceId, init } = rig.device;
    await rig.register();
    const token = await rig.service.token(deviceId);
    const invited = await at('invite', 'admin', '--sct', token, '--qr');
    expect(invited).toMatchObject({ code: 0, err: '' });
    expect(linkOf(invited)).toMatchObject({
      deviceId,
      username: 'admin',
      sct: token,
      fingerprint: init.fingerprint,
      isInvite: true,
    });
    expect(linkOf(invited).password).not.toBe(init.password);
    expect(invited.out).toContain('██ ▄▄▄▄▄ █');
    expect(linkOf(await at('invite', 'admin'))).toMatchObject({ sct: token });
  });

  test('--query-link also prints the link with all values in its query, with a warning', async () => {
    const plain = await at('invite', 'admin');
    expect(plain.out).not.toContain('query link');
    const page = ['--console', 'https://page.example/old.html', '--sct', 'Ab3dEf6hJk9m'];
    const { out } = await at('invite', 'admin', ...page, '--query-link');
    const link = /^query link: (\S+)$/mu.exec(out)?.[1] ?? '';
    expect(link).toMatch(
      /^https:\/\/page\.example\/old\.html\?p=[^&]+&d=[^&]+&u=admin&pwd=\w{16}&sct=Ab3dEf6hJk9m&fp=[0-9a-f]{64}$/u,
    );
    expect(out).toContain('Warning: everything in a query, the password included');
    const json: unknown = JSON.parse((await at('invite', 'admin', ...page, '--query-link', '--json')).out);
    expect(json).toMatchObject({ queryLink: expect.stringContaining('old.html?p=') });
  });

  test('a malformed token is refused before anything is changed', async () => {
    const before = readFileSync(rig.device.files.state, 'utf8');
    expect(await at('invite', 'admin', '--sct', 'lw_0123456789')).toMatchObject({
      code: 1,
      err: expect.stringContaining('ERR_SCT'),
    });
    expect(readFileSync(rig.device.files.state, 'utf8')).toBe(before);
  });

  test('users are invited, listed, given roles and removed', async () => {
    expect((await at('invite', 'bob', '--role', 'Standard', '--expires', '0')).code).toBe(0);
    expect((await at('users', 'list')).out).toMatch(/^bob +Standard +password +0 +always$/mu);
    await at('users', 'role', 'bob', 'Guest');
    const list: unknown = JSON.parse((await at('users', 'list', '--json')).out);
    expect(list).toContainEqual({ username: 'bob', role: 'Guest', hasPassword: true, browsers: [] });
    expect((await at('users', 'remove', 'bob')).code).toBe(0);
    for (const args of [
      ['remove', 'bob'],
      ['role', 'bob', 'Guest'],
      ['until', 'bob', '2d'],
      ['browsers', 'bob'],
    ])
      expect((await at('users', ...args)).err).toContain(
        "user 'bob' does not exist: see 'users list' (ERR_NOT_FOUND)",
      );
    expect((await at('invite', 'Bob')).err).toContain('ERR_USERNAME');
    expect((await at('invite', 'bob', '--role', 'King')).err).toContain('Administrator');
    expect((await at('invite', 'bob', '--role', 'Unpaired')).err).toContain(
      "role 'Unpaired' is for visitors who are no users: choose one of Guest, Standard, Administrator",
    );
    expect((await at('invite', 'bob', '--expires', 'soon')).err).toContain('such as 10m');
  });

  test('access ends at a date, at a time, after a duration, or never', async () => {
    expect((await at('invite', 'bob', '--until', '2099-11-29')).code).toBe(0);
    expect((await at('users', 'list')).out).toMatch(/^bob +Guest +password +0 +2099-11-30 00:00$/mu);
    expect((await at('users', 'until', 'bob', '2099-11-29T18:00')).code).toBe(0);
    const list: unknown = JSON.parse((await at('users', 'list', '--json')).out);
    expect(list).toContainEqual(
      expect.objectContaining({ accessEndsAt: new Date(2099, 10, 29, 18).toISOString() }),
    );
    expect((await at('users', 'until', 'bob', '2d')).code).toBe(0);
    expect((await at('users', 'until', 'bob', 'always')).code).toBe(0);
    expect((await at('users', 'list')).out).toMatch(/^bob +Guest +password +0 +always$/mu);
    for (const [end, words] of [
      ['2020-01-01', 'in the past'],
      ['sunday', '2026-11-29T18:00'],
    ] as const) {
      expect((await at('users', 'until', 'bob', end)).err).toContain(words);
      expect((await at('invite', 'nina', '--until', end)).err).toContain(words);
    }
    expect((await at('users', 'until', 'stranger', '2d')).err).toContain('ERR_NOT_FOUND');
    const { state } = openStateFile(rig.device.files.state);
    expect(state.users.map(({ username }) => username)).toEqual(['admin', 'bob']);
  });

  test('users list says that access has ended, and an invite without another end is refused', async () => {
    const store = openStateFile(rig.device.files.state);
    const accessEnd = { atMs: new Date(2026, 0, 9, 7, 5).getTime(), hasPassed: true };
    const users = store.state.users.map((user) => ({ ...user, accessEnd }));
    await store.save({ ...store.state, users });
    expect((await at('users', 'list')).out).toMatch(/^admin .* ended 2026-01-09 07:05/mu);
    expect((await at('invite', 'admin')).err).toContain('has ended');
    expect((await at('invite', 'admin', '--until', 'always')).code).toBe(0);
  });

  test('invite refuses a user with a browser unless --renew is given, and a lost browser can be removed', async () => {
    const store = openStateFile(rig.device.files.state);
    const browser = { fingerprint: parseFingerprint('ab'.repeat(32)), name: 'phone' };
    const users = store.state.users.map((user) => ({ ...user, fingerprints: [browser] }));
    await store.save({ ...store.state, users });
    expect((await at('invite', 'admin')).err).toContain('--renew');
    expect((await at('invite', 'admin', '--renew')).code).toBe(0);
    expect((await at('users', 'browsers', 'admin')).out).toContain(`${browser.fingerprint}  phone`);
    expect((await at('users', 'browsers', 'admin', '--remove', 'abab')).code).toBe(1);
    expect((await at('users', 'browsers', 'admin', '--remove', 'ABABABAB')).out).toBe('no browsers\n');
  });

  test('reset deletes all users, asks first, and keeps the key unless --new-key is given', async () => {
    await at('invite', 'bob');
    expect((await at('reset')).err).toContain('--yes');
    const reset = await at('reset', '--yes');
    expect(linkOf(reset).isInvite).toBeUndefined();
    expect(linkOf(reset)).toMatchObject({ username: 'admin', fingerprint: rig.device.init.fingerprint });
    expect(JSON.parse((await at('users', 'list', '--json')).out)).toMatchObject([{ username: 'admin' }]);
    const renewed = await at('reset', '--yes', '--new-key');
    expect(linkOf(renewed).fingerprint).not.toBe(rig.device.init.fingerprint);
    expect(renewed.out).toContain(
      `longwire-signaling device rekey pr-1 ${rig.device.deviceId} --fingerprint ${linkOf(renewed).fingerprint}\n`,
    );
  });

  test.skipIf(process.getuid?.() !== 0)(
    "root's commands leave every file to the owner of the directory",
    async () => {
      const { directory } = rig.device;
      const owner = 4711;
      // The owner has to reach the directory, as on a real machine.
      chmodSync(dirname(directory), 0o711);
      const own = (): void =>
        [directory, ...readdirSync(directory).map((name) => join(directory, name))].forEach((path) =>
          chownSync(path, owner, owner),
        );
      own();
      const owners = (): readonly number[] => [
        ...new Set(readdirSync(directory).map((name) => statSync(join(directory, name)).uid)),
      ];
      for (const args of [
        ['invite', 'bob'],
        ['users', 'remove', 'bob'],
        ['reset', '--yes', '--new-key'],
      ]) {
        expect(await at(...args)).toMatchObject({ code: 0, err: '' });
        expect([args, owners()]).toEqual([args, [owner]]);
      }
      rmSync(rig.device.files.state);
      const { deviceId } = rig.device;
      const place = ['--product', 'pr-1', '--device', deviceId, '--service', rig.service.url];
      expect(await at('init', ...place)).toMatchObject({ code: 0, err: '' });
      expect(owners()).toEqual([owner]);
    },
  );

  test('invite is refused while a program on the SDK has the state, which it would overwrite', async () => {
    const { deviceId, directory, files } = rig.device;
    const options = {
      signalingServerUrl: 'wss://service.example',
      productId: 'pr-1',
      deviceId,
      identity: await loadIdentity(files.identity),
      store: `${directory}/./state.json`,
    };
    const program = createDevice(options);
    onTestFinished(() => program.close());
    expect(await at('invite', 'bob')).toMatchObject({ code: 1, err: expect.stringContaining('ERR_IN_USE') });
    expect(() => createDevice(options)).toThrow(expect.objectContaining({ code: 'ERR_IN_USE' }));
    await program.iam.setOpenPairing(true);
    await program.close();
    expect((await at('invite', 'bob')).code).toBe(0);
    const again = createDevice(options);
    onTestFinished(() => again.close());
    expect(again.iam.users().map(({ Username }) => Username)).toEqual(['admin', 'bob']);
  });

  test('status reports that no device runs', async () => {
    expect(await at('status')).toMatchObject({ code: 1, out: `no device runs in ${rig.device.directory}\n` });
    expect(JSON.parse((await at('status', '--json')).out)).toEqual({ running: false });
  });

  test('every command that reads the settings names a wrong one', async () => {
    await appendFile(rig.device.files.config, 'nonsense = 1\n');
    for (const args of [['run'], ['users', 'list'], ['invite', 'bob'], ['reset', '--yes']])
      expect(await at(...args)).toMatchObject({
        code: 1,
        err: expect.stringContaining('unknown key "nonsense"'),
      });
  });
});

describe('with a running device', PROCESS_TIMEOUT, () => {
  test('status reports the device, its sessions and its tracks', async () => {
    await run('--clip', join(import.meta.dirname, '../../../../apps/demo/assets/clip.mp4'));
    expect(JSON.parse((await at('status', '--json')).out)).toMatchObject({
      running: true,
      deviceId: rig.device.deviceId,
      fingerprint: rig.device.init.fingerprint,
      attachment: { state: 'attached' },
      sessions: [],
      tracks: [
        { trackId: 'frontdoor-video', kind: 'video', health: 'ok', viewers: 0 },
        { trackId: 'frontdoor-audio', kind: 'audio', health: 'ok', viewers: 0 },
      ],
    });
    expect((await at('status')).out).toContain('attached since');
    expect(statSync(rig.device.files.control).mode & 0o777).toBe(0o600);
  });

  test('commands act on the device, and their changes are in its state', async () => {
    await run();
    const invited = await at('invite', 'bob', '--role', 'Standard');
    expect(linkOf(invited)).toMatchObject({ username: 'bob', fingerprint: rig.device.init.fingerprint });
    expect((await at('users', 'role', 'bob', 'King')).err).toContain('ERR_NOT_FOUND');
    expect((await at('users', 'until', 'bob', '2099-11-29')).code).toBe(0);
    expect((await at('users', 'list')).out).toContain('2099-11-30 00:00');
    expect((await at('users', 'remove', 'bob')).code).toBe(0);
    expect((await at('reset', '--yes', '--new-key')).err).toContain('stop it first');
    expect((await at('reset', '--yes')).code).toBe(0);
    expect(openStateFile(rig.device.files.state).state.users.map(({ username }) => username)).toEqual([
      'admin',
    ]);
  });

  test('notify puts a notification into the list of events, which outlives the device', async () => {
    expect((await at('notify', 'Doorbell')).err).toContain('no device runs in ');
    expect((await at('notify', 'Doorbell')).err).toContain(': start it first');
    const first = await run();
    expect(await at('notify', 'Doorbell', 'Someone rings')).toMatchObject({ code: 0, err: '' });
    expect((await at('notify', 'x'.repeat(129))).err).toContain('title must be a text of 1 to 128');
    expect(await first.stop()).toBe(0);
    expect(JSON.parse(readFileSync(rig.device.files.events, 'utf8'))).toMatchObject({
      events: [{ type: 'notification', title: 'Doorbell', body: 'Someone rings' }],
    });
  });

  test('a second process in the same directory is refused, and the first goes on', async () => {
    await run();
    const second = await at('run');
    expect(second).toMatchObject({ code: 1, err: expect.stringContaining('ERR_IN_USE') });
    expect((await at('status')).code).toBe(0);
  });

  test('SIGTERM ends a device with exit code 0, attached or not', async () => {
    const first = await run();
    expect(await first.stop()).toBe(0);
    expect(existsSync(rig.device.files.control)).toBe(false);
    await rig.service.stop();
    const second = Running.device('run', '--directory', rig.device.directory);
    while (!(await at('status')).out.includes('detached since')) expect(second.process.exitCode).toBe(null);
    expect(await second.stop()).toBe(0);
    await rig.restartService();
  });

  test('a device starts again after SIGKILL despite its old lock and socket', async () => {
    expect(await (await run()).stop('SIGKILL')).toBe('SIGKILL');
    expect(existsSync(rig.device.files.control)).toBe(true);
    expect((await at('status')).code).toBe(1);
    expect((await at('users', 'list')).code).toBe(0);
    running = Running.device('run', '--directory', rig.device.directory);
    await running.printed(/attached to/u);
    expect((await at('status')).code).toBe(0);
  });

  test('the output contains no secret', async () => {
    const canary = 'cAnArY';
    await appendFile(
      rig.device.files.config,
      `[[network.ice_server]]\nurl = "turn:127.0.0.1:9"\nusername = "u"\ncredential = "${canary}"\n` +
        `[[camera]]\nname = "off"\ninput = "rtsp://user:${canary}@127.0.0.1:9/x"\n`,
    );
    const first = await run('--log-level', 'debug', '--log-format', 'json');
    const token = await rig.service.token(rig.device.deviceId);
    const invited = await at('invite', 'bob', '--sct', token);
    await at('invite', 'bob', '--role', canary);
    await at('status');
    expect(await first.stop()).toBe(0);
    const written = first.out + first.err;
    const secrets = [
      canary,
      token,
      linkOf(invited).password ?? '',
      ...readFileSync(rig.device.files.identity, 'utf8')
        .split('\n')
        .filter((line) => line.length > 20 && !line.startsWith('-')),
    ];
    for (const secret of secrets) expect(written).not.toContain(secret);
    for (const line of first.err.trim().split('\n'))
      expect(JSON.parse(line)).toMatchObject({ level: expect.any(String) });
    expect(first.err).toContain('"event":"agent.attached"');
  });

  test('a device starts although a camera is off, and status reports the camera', async () => {
    await appendFile(rig.device.files.config, '[[camera]]\nname = "off"\ninput = "rtsp://127.0.0.1:9/x"\n');
    await run();
    while (!(await at('status')).out.includes('failing\n')) expect(running?.process.exitCode).toBe(null);
    expect((await at('status')).out).toMatch(/off-video .* failing\n {6}The camera /u);
  });

  test.each([
    ['a missing clip', '[[camera]]\nname = "c"\nclip = "none.mp4"\n', 'camera c'],
    ['a clip that is no video', '[[camera]]\nname = "c"\nclip = "device.toml"\n', 'camera c'],
  ])('%s ends the device at its start', async (_, lines, words) => {
    await appendFile(rig.device.files.config, lines);
    expect(await at('run')).toMatchObject({ code: 1, err: expect.stringContaining(words) });
  });
});
