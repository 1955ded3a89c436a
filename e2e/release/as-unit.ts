/**
 * @module `node e2e/release/as-unit.ts ROOT PACKAGE`: the package as a systemd unit, on a Debian below the folder ROOT where it is installed with systemd. It is
 * booted by its own systemd, in namespaces; a phone sees the camera after `longwire install`, after the process was killed, after an upgrade, and
 * after a loss of power. The folder stays as it is. Needs root.
 */
import assert from 'node:assert/strict';
import { cpSync, mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { linkIn } from '../harness/agent.ts';
import { HomeNetwork } from '../harness/home-network.ts';
import { RtspCamera } from '../harness/rtsp-camera.ts';
import { SystemdMachine } from '../../scripts/systemd-machine.ts';
import { expectLive, openPhone } from './phone.ts';

/** Limit for the household to run, in milliseconds, and how often is looked. */
const RUNNING_MS = 60_000;
const LOOK_MS = 200;

/** Installs the unit, and takes its process and the power away. @throws Error when a step fails */
async function tryAsUnit(root: string, file: string): Promise<void> {
  await using cleanUp = new AsyncDisposableStack();
  const directory = cleanUp.use(mkdtempDisposableSync(join(tmpdir(), 'longwire-as-unit-'))).path;
  const { within } = cleanUp.use(new HomeNetwork()).machine;
  const login = { user: 'viewer', password: 'secret' };
  const camera = await RtspCamera.create({ directory, sound: 'aac', ...login, within });
  await camera.switchOn();
  cleanUp.defer(async () => await camera.switchOff());
  const machine = cleanUp.use(await SystemdMachine.boot({ root, target: 'multi-user.target', within }));
  const startedMs = performance.now();
  const report = (text: string): void => {
    const seconds = ((performance.now() - startedMs) / 1_000).toFixed(0);
    console.log(`       as a unit, after ${seconds} s: ${text}`);
  };
  report(await machine.run('systemctl --version | head -n 1; systemctl is-enabled longwire || true'));

  cpSync(file, join(machine.root, 'root/longwire.deb'));
  // Reason: an earlier household of the folder had another camera.
  await machine.run('rm -rf /var/lib/longwire/*');
  const page = await openPhone(cleanUp);
  const url = await firstLink(machine, camera);
  await machine.run('longwire install');
  await expectRunning(machine);
  await page.goto(url);
  await expectLive(page);
  const first = await processOf(machine);
  assert.equal(await machine.run(`stat --format=%U /proc/${first}`), 'longwire');
  report('longwire install: the unit runs as its own user, and the phone shows the camera');

  await machine.run(`kill -KILL ${first}`);
  await expectRunning(machine);
  await page.reload();
  await expectLive(page);
  const second = await processOf(machine);
  assert.notEqual(second, first);
  report('killed: it runs again, and the phone shows the camera');

  await machine.run('DEBIAN_FRONTEND=noninteractive dpkg --install /root/longwire.deb');
  await expectRunning(machine);
  await page.reload();
  await expectLive(page);
  assert.notEqual(await processOf(machine), second);
  report('upgraded: the new version runs, and the phone shows the camera');

  await machine.cutPower();
  await machine.boot();
  await expectRunning(machine);
  await page.reload();
  await expectLive(page);
  report('without power for a moment: it runs again with the machine, and the phone shows the camera');

  await machine.run('apt-get remove --yes -qq longwire');
  assert.equal(await machine.run('systemctl is-active longwire || true'), 'inactive');
  report('removed: it is stopped');
}

/** Sets the household up, and returns the administrator's link. */
async function firstLink(machine: SystemdMachine, camera: RtspCamera): Promise<string> {
  const options = `--name 'Our house' --camera 'Front door=${camera.address()}'`;
  await machine.run(`systemd-run --quiet --unit=first-start longwire up ${options}`);
  const log = async (): Promise<string> => await machine.run('journalctl --unit=first-start --output=cat');
  await waitFor(async () => (await log()).includes('\npairing link: '), log);
  const { url } = linkIn(await log());
  await machine.run('systemctl stop first-start');
  return url;
}

const processOf = async (machine: SystemdMachine): Promise<string> =>
  await machine.run('systemctl show --property=MainPID --value longwire');

/** Waits until the device is attached to the service. */
async function expectRunning(machine: SystemdMachine): Promise<void> {
  const log = async (): Promise<string> => await machine.run('journalctl --unit=longwire --no-pager');
  await waitFor(async () => await isAttached(machine), log);
}

/** @throws Error with the log if it takes too long */
async function waitFor(isReady: () => Promise<boolean>, log: () => Promise<string>): Promise<void> {
  const endMs = performance.now() + RUNNING_MS;
  while (!(await isReady())) {
    if (performance.now() > endMs) throw new Error(`longwire does not run\n${await log()}`);
    await delay(LOOK_MS);
  }
}

async function isAttached(machine: SystemdMachine): Promise<boolean> {
  try {
    return (await machine.run('longwire status')).includes('attached since');
  } catch {
    return false;
  }
}

const { positionals } = parseArgs({ allowPositionals: true });
const [folder, file] = positionals;
if (folder === undefined || file === undefined) throw new Error('usage: as-unit.ts ROOT PACKAGE');
await tryAsUnit(folder, file);
