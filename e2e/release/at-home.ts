/**
 * @module `node e2e/release/at-home.ts ROOT PACKAGE`: the way of a household, timed: a fresh Debian below the folder ROOT, two commands, and a phone
 * in the same network that shows the camera of a verified device. The Debian and the camera are a machine of their own (a network namespace); the
 * phone's browser is this machine's Chromium. Needs root.
 */
import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { linkIn } from '../harness/agent.ts';
import { Child } from '../harness/child.ts';
import { HomeNetwork } from '../harness/home-network.ts';
import { RtspCamera } from '../harness/rtsp-camera.ts';
import { DebianRoot } from '../../scripts/release/debian-root.ts';
import { ROOT } from '../harness/paths.ts';
import { expectLive, openPhone } from './phone.ts';

/** Where the phone's screen is written. */
const SCREENSHOT = join(ROOT, 'test-results/at-home.png');

/** Runs the two commands, and opens the link. @throws Error when a step fails */
async function tryAtHome(root: DebianRoot, file: string): Promise<void> {
  await using cleanUp = new AsyncDisposableStack();
  const directory = cleanUp.use(mkdtempDisposableSync(join(tmpdir(), 'longwire-at-home-'))).path;
  const { address, machine } = cleanUp.use(new HomeNetwork());
  const { within } = machine;
  const camera = await RtspCamera.create({
    directory,
    sound: 'aac',
    user: 'viewer',
    password: 'secret',
    within,
  });
  await camera.switchOn();
  cleanUp.defer(async () => await camera.switchOff());

  const startedMs = performance.now();
  const report = (text: string): void => {
    const seconds = ((performance.now() - startedMs) / 1_000).toFixed(0);
    console.log(`       at home, after ${seconds} s: ${text}`);
  };
  root.install(file, { isWithRecommended: true });
  report('command 1: the package and ffmpeg are installed');
  const options = ['--name', 'Our house', '--camera', `Front door=${camera.address()}`];
  const command = [...within, 'chroot', root.folder, 'longwire', 'up', ...options];
  const longwire = Child.ofCommand('longwire', command);
  cleanUp.defer(async () => await longwire.stop());
  await longwire.nextLine(/^pairing link: /u);
  const { url } = linkIn(longwire.log);
  report(`command 2: the link to ${new URL(url).origin} is printed`);
  if (!url.startsWith(`https://${address}:`)) throw new Error('the link does not lead to the machine');

  const page = await openPhone(cleanUp);
  await page.goto(url);
  await expectLive(page);
  await page.screenshot({ path: SCREENSHOT });
  report(`a phone shows the camera of the verified device (${SCREENSHOT}); 2 commands, 0 questions`);
}

const { positionals } = parseArgs({ allowPositionals: true });
const [folder, file] = positionals;
if (folder === undefined || file === undefined) throw new Error('usage: at-home.ts ROOT PACKAGE');
await tryAtHome(new DebianRoot(folder), file);
