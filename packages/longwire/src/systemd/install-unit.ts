/** @module Installs the household as a systemd unit, which starts with the machine. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, realpath, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { EdgeError } from '@longwire/protocol';

/** The unit of the package; at the same place for sources and built files. */
const UNIT_FILE = fileURLToPath(new URL('../../deploy/longwire.service', import.meta.url));

/** Where a Debian package has put it already. */
const PACKAGED_UNIT = '/usr/lib/systemd/system/longwire.service';
const OWN_UNIT = '/etc/systemd/system/longwire.service';

/** The unit's user, and its folder: ProtectSystem= lets it write no other. */
const UNIT_USER = 'longwire';
export const UNIT_DIRECTORY = '/var/lib/longwire';

const run = promisify(execFile);

/** What the unit runs. */
export interface UnitProgram {
  readonly node: string;
  readonly script: string;
}

/** Why the household cannot become a unit; undefined if it can. */
export function unitProblem({
  uid = process.getuid?.(),
  hasSystemd = existsSync('/run/systemd/system'),
  directory,
}: {
  readonly uid?: number | undefined;
  readonly hasSystemd?: boolean;
  readonly directory: string;
}): string | undefined {
  if (!hasSystemd)
    return 'systemd does not run here: start longwire up with whatever starts programs on this machine';
  if (uid !== 0) return 'only root can install a unit: sudo longwire install';
  if (directory === UNIT_DIRECTORY) return undefined;
  return `the unit reads ${UNIT_DIRECTORY}: stop longwire, move ${directory} there, and run longwire install again`;
}

/** The text of the unit for a program that may be installed anywhere. @throws EdgeError ERR_CONFIG for a place that the unit's user cannot read */
export function unitText(template: string, { node, script }: UnitProgram): string {
  const hidden = [node, script].find((path) => /^\/(?:root|home)\//u.test(path));
  if (hidden !== undefined)
    throw new EdgeError(
      'ERR_CONFIG',
      `${hidden} is in a private folder, which the unit cannot read: install Node and longwire for all users, such as with the Debian package`,
    );
  return template.replace(/^ExecStart=\/usr\/bin\/env longwire /mu, `ExecStart=${node} ${script} `);
}

/** Installs the unit, gives it the folder, and starts it. @throws EdgeError ERR_CONFIG, ERR_STATE */
export async function installUnit(): Promise<void> {
  const isPackaged = existsSync(PACKAGED_UNIT);
  if (!isPackaged) {
    const [, script = ''] = process.argv;
    const program = { node: process.execPath, script: await realpath(script) };
    const text = unitText(await readFile(UNIT_FILE, 'utf8'), program);
    await ensureUser();
    await writeFile(OWN_UNIT, text, { mode: 0o644 });
    await system('systemctl', 'daemon-reload');
  }
  await system('chown', '--recursive', `${UNIT_USER}:${UNIT_USER}`, UNIT_DIRECTORY);
  await system('systemctl', 'enable', '--now', 'longwire.service');
}

async function ensureUser(): Promise<void> {
  try {
    await run('id', [UNIT_USER]);
  } catch {
    const options = [
      '--system',
      '--user-group',
      '--home-dir',
      UNIT_DIRECTORY,
      '--shell',
      '/usr/sbin/nologin',
    ];
    await system('useradd', ...options, UNIT_USER);
  }
}

async function system(program: string, ...args: readonly string[]): Promise<void> {
  try {
    await run(program, args);
  } catch (cause) {
    throw new EdgeError('ERR_STATE', `${program} ${args.join(' ')} failed`, { cause });
  }
}
