/** @module The service as its unit, with the commented-out lines for https of its own, on a machine that systemd has booted. */
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../step.ts';
import { SystemdMachine } from '../systemd-machine.ts';
import { DEPLOY, readDeployFile } from './deploy-file.fixture.ts';

const UNIT = 'longwire-signaling.service';
/** Where the machine has the repository: the unit does not see home folders. */
const CLONE = '/opt/longwire';
const PROGRAM = `#!/bin/sh
exec ${CLONE}/node_modules/node/bin/node --conditions=longwire-source ${CLONE}/packages/signaling/src/cli/main.ts "$@"
`;
const RUNNING_MS = 30_000;

/** The settings below the comment about a service without a proxy, as an operator adds them with systemctl edit. */
function httpsSettings(): string {
  const [, lines = ''] =
    /\n# The service without a proxy:(?:.*\n# .*)*\n((?:#[A-Z].*\n)+)/u.exec(readDeployFile(UNIT)) ?? [];
  return `[Service]\n${lines.replaceAll('#', '')}`;
}

test('with its commented-out lines the unit serves https and plain http on their own ports, and without root', async () => {
  await using machine = await SystemdMachine.boot();
  const inside = (path: string): string => join(machine.root, path);
  cpSync(join(DEPLOY, UNIT), inside(`/etc/systemd/system/${UNIT}`));
  mkdirSync(inside(`/etc/systemd/system/${UNIT}.d`));
  writeFileSync(inside(`/etc/systemd/system/${UNIT}.d/override.conf`), httpsSettings());
  mkdirSync(inside('/etc/longwire-signaling'), { recursive: true });
  writeFileSync(
    inside('/etc/longwire-signaling/config.json'),
    '{ "local-https": true, "database": "registry.db" }',
  );
  writeFileSync(inside('/usr/bin/longwire-signaling'), PROGRAM, { mode: 0o755 });
  await machine.run(
    `mkdir -p ${CLONE}; mount --bind "$PWD" ${CLONE}; useradd --system longwire-signaling; systemctl daemon-reload; systemctl start longwire-signaling`,
    { cwd: ROOT },
  );
  const answers = async (): Promise<string> =>
    await machine
      .run(
        "curl --silent --insecure --fail-early --write-out '%{http_code} ' --output /dev/null https://127.0.0.1/healthz --output /dev/null http://127.0.0.1/",
      )
      .catch(() => machine.run('journalctl --unit=longwire-signaling --output=cat'));
  await expect.poll(answers, { timeout: RUNNING_MS, interval: 200 }).toBe('200 200');
  const user = 'stat --format=%U "/proc/$(systemctl show --property=MainPID --value longwire-signaling)"';
  expect(await machine.run(user)).toBe('longwire-signaling');
}, 90_000);
