/** @module The doctor names each cause, produced for real: machine, files, clock, network, and the command as a whole. */
import { once } from 'node:events';
import { appendFile, chmod, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { checkNode } from '@longwire/protocol';
import { describe, expect, test } from 'vitest';
import { DeviceRig } from '../cli/device-rig.fixture.ts';
import { device, deviceWith, PROCESS_TIMEOUT, Running } from '../cli/process.fixture.ts';
import { checkClock, MAX_CLOCK_DIFFERENCE_MS } from './check-clock.ts';
import { checkFiles, judgeDisk, type CheckedFiles } from './check-files.ts';
import { judgeCandidates } from './check-network.ts';
import { checkSystem, checkWebRtc } from './check-platform.ts';
import { bads, filesOf } from './doctor-rig.fixture.ts';

const rig = DeviceRig.use();

const broken = (): Promise<never> => Promise.reject(new Error('wrong ELF class\nstack'));

describe('doctor: the machine', () => {
  test.each([
    ['22.18.0', 'good'],
    ['22.17.9', 'bad'],
    ['21.99.0', 'bad'],
    ['24.0.0', 'good'],
  ])('Node %s is %s', (version, kind) => expect(checkNode(version).kind).toBe(kind));

  test('warns about another system than Linux', () => {
    expect([checkSystem('linux', 'arm64').kind, checkSystem('darwin', 'arm64').kind]).toEqual([
      'good',
      'warning',
    ]);
  });

  test('reports a library that does not load', async () => {
    expect(await checkWebRtc(broken)).toMatchObject({
      kind: 'bad',
      text: 'node-datachannel does not load: wrong ELF class',
    });
    expect((await checkWebRtc()).kind).toBe('good');
  });

  test('reports free space below the limit', () => {
    expect([judgeDisk(64 * 1_048_576).kind, judgeDisk(64 * 1_048_576 - 1).kind]).toEqual(['good', 'bad']);
  });
});

const files = (): CheckedFiles => filesOf(rig.device.directory);

describe('doctor: the files', () => {
  test('accepts the files of a new device', async () => {
    const { verdicts, config, identity } = await checkFiles(files());
    expect(verdicts.map(({ step, kind }) => [step, kind])).toEqual([
      ['directory', 'good'],
      ['key', 'good'],
      ['settings', 'good'],
      ['state', 'good'],
      ['disk', 'good'],
    ]);
    expect([config?.productId, identity?.fingerprint]).toEqual(['pr-1', rig.device.init.fingerprint]);
  });

  test.each<[string, () => Promise<void>, string | RegExp]>([
    ['no directory', () => rm(rig.device.directory, { recursive: true }), /directory: .* does not exist/u],
    ['no key', () => rm(files().identity), /key: .*no such file/u],
    ['a key that others may read', () => chmod(files().identity, 0o640), /key: .*open to other users/u],
    ['a malformed key', () => writeFile(files().identity, 'no key'), /^key: /u],
    ['no settings', () => rm(files().config), /settings: .*no such file/u],
    ['settings that others may read', () => chmod(files().config, 0o644), /settings: .*chmod 600/u],
    ['wrong settings', () => appendFile(files().config, 'x = 1\n'), /settings: .*unknown key "x"/u],
    ['no state', () => rm(files().state), /state: .* does not exist/u],
    ['a damaged state', () => writeFile(files().state, '{}'), /state: .* is damaged/u],
  ])('%s', async (_, harm, words) => {
    await harm();
    expect(bads((await checkFiles(files())).verdicts)).toEqual([expect.stringMatching(words)]);
  });

  test('does not move a damaged state', async () => {
    await writeFile(files().state, '{}');
    await checkFiles(files());
    expect(bads((await checkFiles(files())).verdicts)[0]).toContain('is damaged');
  });

  test('says that a state of a newer version is not damaged', async () => {
    await writeFile(files().state, '{"version": 2}');
    expect((await checkFiles(files())).verdicts).toContainEqual({
      kind: 'bad',
      step: 'state',
      text: `${files().state} was written by a newer longwire-device`,
      todo: 'run that version, or restore an older backup',
    });
  });

  test('warns about a directory that others may read', async () => {
    await chmod(rig.device.directory, 0o755);
    expect((await checkFiles(files())).verdicts[0]).toMatchObject({
      kind: 'warning',
      text: expect.stringContaining('open to other users'),
    });
  });
});

describe('doctor: the clock', () => {
  const now = Date.UTC(2026, 11, 1);
  test.each([
    ['of a board without a battery', 3_600_000, undefined, 'bad'],
    ['earlier than this program', Date.UTC(2026, 5, 1), Date.UTC(2026, 5, 1), 'bad'],
    ['equal to that of the service', now, now, 'good'],
    ['a minute ahead', now + MAX_CLOCK_DIFFERENCE_MS, now, 'good'],
    ['more than a minute ahead', now + MAX_CLOCK_DIFFERENCE_MS + 1_000, now, 'bad'],
    ['more than a minute behind', now - MAX_CLOCK_DIFFERENCE_MS - 1_000, now, 'bad'],
    ['that cannot be compared', now, undefined, 'good'],
  ])('judges a clock %s', (_, nowMs, serviceMs, kind) =>
    expect(checkClock(nowMs, serviceMs).kind).toBe(kind),
  );
});

describe('doctor: the network', () => {
  const host = 'candidate:1 1 UDP 2122 192.0.2.2 5000 typ host';
  const mapped = 'candidate:2 1 UDP 1686 198.51.100.7 5000 typ srflx raddr 192.0.2.2 rport 5000';
  const stun = { urls: ['stun:s'] };
  const turn = { urls: ['turn:t'], username: 'u', credential: 'c' };
  test.each([
    ['an address', [host], [], ['good']],
    ['none', [], [], ['bad']],
    ['an address from STUN', [host, mapped], [stun], ['good', 'good']],
    ['a silent STUN server', [host], [stun], ['good', 'warning']],
    ['a silent TURN server', [host, mapped], [stun, turn], ['good', 'good', 'bad']],
  ])('judges the candidates: %s', (_, candidates, servers, kinds) => {
    expect(judgeCandidates(candidates, servers).map(({ kind }) => kind)).toEqual(kinds);
  });
});

describe('the doctor command', PROCESS_TIMEOUT, () => {
  test('ends with 0 when all checks pass, and asks the running device', async () => {
    const { directory } = rig.device;
    await rig.register();
    expect(await device('doctor', '--directory', directory)).toMatchObject({ code: 0, err: '' });
    const running = Running.device('run', '--directory', directory);
    await running.printed(/attached to/u);
    const { out } = await device('doctor', '--directory', directory);
    expect(out).toContain('attachment: the running device is attached');
    expect(running.out.match(/attached to/gu)).toHaveLength(1);
    expect(await running.stop()).toBe(0);
  });

  test('reports a device that does not answer, and runs the checks that do not need it', async () => {
    await rig.register();
    const deaf = createServer((socket) => socket.destroy()).listen(rig.device.files.control);
    await once(deaf, 'listening');
    const { code, out } = await device('doctor', '--directory', rig.device.directory);
    deaf.close();
    expect(code).toBe(1);
    expect(out).toMatch(/BAD +running: .* no answer .*\n +-> read its log, and restart it/u);
    expect(out).toMatch(/ok +websocket/u);
    expect(out).toMatch(/skipped +attachment/u);
    expect(out).toMatch(/ok +udp/u);
  });

  test('ends with 1 when a check fails, and says what to do', async () => {
    await rename(files().state, join(rig.device.directory, 'away'));
    const { code, out } = await device('doctor', '--directory', rig.device.directory);
    expect(code).toBe(1);
    expect(out).toMatch(/BAD +state: .* does not exist\n +-> restore a backup/u);
  });

  test('reports a library that does not load, and runs the other checks', async () => {
    const hook = `data:text/javascript,${encodeURIComponent(
      "import { registerHooks } from 'node:module'; registerHooks({ resolve(name, context, next) { if (name === 'node-datachannel') throw new Error('no binary'); return next(name, context); } });",
    )}`;
    const { code, out } = await deviceWith(['--import', hook], 'doctor', '--directory', rig.device.directory);
    expect(code).toBe(1);
    expect(out).toContain('node-datachannel does not load: no binary');
    expect(out).toContain('skipped  udp');
  });

  test('reports a bind address of another machine', async () => {
    await appendFile(files().config, '[network]\nbind_address = "203.0.113.9"\n');
    expect((await device('doctor', '--directory', rig.device.directory)).out).toMatch(
      /BAD +udp: cannot bind to "[^"]+": no network interface has this address/u,
    );
  });
});
