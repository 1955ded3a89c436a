/**
 * @module Every command of operate.md runs, in its order: in folders of its own, as the user who runs the test, and with a systemctl that starts
 * the real service and a real coturn; a real Caddy is before them, PostgreSQL is real as well, and a real device attaches.
 */
/// <reference types="node" />
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { caddyPorts, startCaddy, type Caddy } from '../../scripts/deploy/caddy.fixture.ts';
import { freePort } from '../../packages/signaling/src/test-support/free-port.fixture.ts';
import { startPostgres } from '../../packages/signaling/src/test-support/postgres.fixture.ts';

const ROOT = join(import.meta.dirname, '../..');
const CONDITION = '--conditions=longwire-source';
const FENCE = /```sh\n([\s\S]*?)```/gu;
const PASSWORD = 'correct horse battery staple';

/** Longest time for all commands together, in milliseconds; what was printed until then is shown. */
const SCRIPT_MS = 240_000;

/** Folders of the machine that the guide writes to. */
const PLACES = /(?<![\w.-])\/(etc|var\/lib|usr\/share)\//gu;

let cleanup: AsyncDisposableStack;
let directory: string;
let caddy: Caddy;
let servicePort: number;
let turnPort: number;
let turnsPort: number;

/** Stand-ins for what changes the machine, and the commands of this repository. */
const programs = (): Readonly<Record<string, string>> => ({
  'longwire-signaling': `exec "$NODE" ${CONDITION} ${ROOT}/packages/signaling/src/cli/main.ts "$@"`,
  'longwire-device': `exec "$NODE" ${CONDITION} ${ROOT}/packages/device/src/cli/main.ts "$@"`,
  sudo: 'if [ "$1" = -u ]; then shift 2; fi; exec "$@"',
  useradd: 'exit 0',
  chown: 'exit 0',
  install: `args=()
while [ $# -gt 0 ]; do case "$1" in -o | -g) shift ;; *) args+=("$1") ;; esac; shift; done
exec /usr/bin/install "\${args[@]}"`,
  systemctl: `. "$T/systemctl"; systemctl "$@"`,
});

/** Starts and stops for real; the unit of the service says its own environment. */
const SYSTEMCTL = `
stop() {
  [ -e "$T/$1.pid" ] || return 0
  kill -TERM "$(cat "$T/$1.pid")" 2>/dev/null || true
  # Without a parent that reads its end it stays behind as a zombie.
  while ps -o stat= -p "$(cat "$T/$1.pid")" | grep -q '^[^Z]'; do sleep 0.05; done
  rm -f "$T/$1.pid"
}
start() {
  stop "$1"
  case "$1" in
    longwire-signaling)
      config=$(sed -n "s|^Environment=LONGWIRE_CONFIG=|$T/root|p" "$T/root/etc/systemd/system/longwire-signaling.service")
      : > "$T/service.out"
      LONGWIRE_CONFIG=$config LONGWIRE_PORT=$SERVICE_PORT setsid longwire-signaling serve < /dev/null > "$T/service.out" 2>> "$T/service.log" &
      echo $! > "$T/$1.pid"
      until grep -q listening "$T/service.out"; do kill -0 "$(cat "$T/$1.pid")" || return 1; sleep 0.05; done ;;
    longwire-turn-certificate@*.path)
      systemd-escape --unescape --instance --path "$1" > "$T/turn-certificate"
      # Caddy orders it when it starts.
      until [ -e "$(cat "$T/turn-certificate")" ]; do sleep 0.05; done ;;
    coturn)
      mkdir -p "$T/turn"
      RUNTIME_DIRECTORY=$T/turn "$T/root/etc/longwire-turn/take-certificate" "$(cat "$T/turn-certificate")"
      RUNTIME_DIRECTORY=$T/turn TURN_CERT=$T/turn/certificate.pem TURN_REALM=turn.example TURN_SECRET_FILE=$T/root/etc/longwire-signaling/turn-secret TURN_LISTEN_IP=127.0.0.1 \\
        setsid sh "$T/root/etc/longwire-turn/run-turnserver" "--listening-port=$TURN_PORT" "--tls-listening-port=$TURNS_PORT" < /dev/null > "$T/turn.log" 2>&1 &
      echo $! > "$T/$1.pid"
      until grep -q 'IO method (admin thread)' "$T/turn.log"; do kill -0 "$(cat "$T/$1.pid")" || return 1; sleep 0.05; done ;;
    caddy) ;;
    *) exit 1 ;;
  esac
}
systemctl() {
  word=$1; shift
  for unit in "$@"; do
    case "$word $unit" in
      "enable --now") ;;
      "enable "* | "start "* | "restart "*) start "$unit" ;;
      "stop "*) stop "$unit" ;;
      *) echo "systemctl $word $unit is not known here" >&2; exit 1 ;;
    esac
  done
}
`;

/** What the test looks at between the blocks, by a line that the block has. */
const PROBES: Readonly<Record<string, string>> = {
  // A device with this fingerprint attaches, through Caddy, by the wss:// address.
  'lw device add pr-garden de-gate': `
longwire-device run --directory "$T/device" --log-format json < /dev/null > "$T/device.log" 2>&1 &
echo $! > "$T/device.pid"
until longwire-device status --directory "$T/device" --json 2>/dev/null | grep -q '"attached"'; do kill -0 "$(cat "$T/device.pid")" || { cat "$T/device.log"; exit 1; }; sleep 0.2; done
kill -TERM "$(cat "$T/device.pid")"; wait "$(cat "$T/device.pid")" || true
until lw device list pr-garden | grep '^de-gate  *Gate  *yes  *20'; do sleep 1; done`,
  'systemctl stop longwire-signaling': 'lw device list pr-garden | grep -q de-gate; cd "$T/clone"',
  pg_restore:
    'longwire-signaling device list pr-garden --database-file "$T/root/etc/longwire-signaling/database" | grep -q de-gate',
};

/** A block of the guide as it runs here. */
function localised(block: string, fingerprint: string): string {
  const local = block
    .replaceAll(PLACES, `${directory}/root/$1/`)
    .replaceAll('https://signal.example', `https://localhost:${caddy.httpsPort}`)
    .replaceAll('signal.example', 'localhost')
    .replaceAll('devices.example', 'devices.localhost')
    .replaceAll('turn.example:3478', `127.0.0.1:${turnPort}`)
    .replaceAll('turn.example:5349', `localhost:${turnsPort}`)
    // Reason: this machine looks up no other name of Caddy's.
    .replaceAll('turn.example', 'localhost')
    .replaceAll('HEX', fingerprint)
    .replaceAll(
      'lw_0123456789',
      '$(lw token list pr-garden --json | "$NODE" -p "JSON.parse(fs.readFileSync(0))[0].id")',
    )
    .replaceAll(/^(lw operator (?:add|passwd) .*)$/gmu, `$1 <<< '${PASSWORD}'`)
    .replaceAll(/^(systemctl restart .*longwire-signaling)$/gmu, '$1\nlw check > "$T/check.out"');
  const probes = Object.entries(PROBES).filter(([line]) => block.includes(line));
  return [local, ...probes.map(([, probe]) => probe)].join('\n');
}

beforeEach(async () => {
  cleanup = new AsyncDisposableStack();
  directory = await mkdtemp(join(tmpdir(), 'longwire-operate-'));
  cleanup.defer(async () => await rm(directory, { recursive: true, force: true }));
  for (const folder of [
    'bin',
    'clone',
    'root/etc/systemd/system',
    'root/etc/caddy',
    'root/etc/longwire-signaling',
    'root/var/lib',
    'root/usr/share',
  ])
    await mkdir(join(directory, folder), { recursive: true });
  await symlink(join(ROOT, 'deploy'), join(directory, 'clone/deploy'));
  await writeFile(join(directory, 'systemctl'), SYSTEMCTL);
  for (const [name, script] of Object.entries(programs())) {
    await writeFile(join(directory, 'bin', name), `#!/bin/bash\nset -eu\n${script}\n`);
    await chmod(join(directory, 'bin', name), 0o755);
  }
  const postgres = cleanup.use(await startPostgres());
  await writeFile(join(directory, 'root/etc/longwire-signaling/database'), await postgres.createDatabase());
  [servicePort, turnPort, turnsPort] = [await freePort(), await freePort(), await freePort()];
  const names = { serviceHost: 'localhost', devicesHost: 'devices.localhost' };
  caddy = cleanup.use(
    await startCaddy({ ...names, nodes: [`127.0.0.1:${servicePort}`] }, await caddyPorts()),
  );
  await writeFile(join(directory, 'ca.pem'), caddy.ca);
  const kept = join(directory, 'root/var/lib/caddy/.local/share/caddy/certificates');
  await mkdir(kept, { recursive: true });
  await symlink(caddy.certificates, join(kept, 'acme-v02.api.letsencrypt.org-directory'));
}, 60_000);

afterEach(async () => {
  for (const name of ['longwire-signaling', 'coturn', 'device']) {
    const file = join(directory, `${name}.pid`);
    if (!existsSync(file)) continue;
    try {
      process.kill(Number(await readFile(file, 'utf8')), 'SIGKILL');
    } catch {
      // it has ended
    }
  }
  await cleanup.disposeAsync();
});

/** Everything that bash printed. @throws Error with it when a command failed */
async function bash(script: string): Promise<string> {
  const env = {
    ...process.env,
    T: directory,
    NODE: process.execPath,
    PATH: `${directory}/bin:${process.env['PATH']}`,
    SERVICE_PORT: String(servicePort),
    TURN_PORT: String(turnPort),
    TURNS_PORT: String(turnsPort),
    NODE_EXTRA_CA_CERTS: join(directory, 'ca.pem'),
  };
  const child = spawn('bash', ['-c', `exec 2>&1\nset -euo pipefail\ncd "$T/clone"\n${script}`], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const exited = once(child, 'exit');
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => (output += part));
  const late = setTimeout(() => child.kill('SIGKILL'), SCRIPT_MS);
  const [code] = await exited;
  clearTimeout(late);
  if (code === 0) return output;
  const check = await readFile(join(directory, 'check.out'), 'utf8').catch(() => '');
  throw new Error(`bash ended with ${code}\n${output}\n${check}`);
}

test('every command of the guide', async () => {
  const guide = await readFile(join(import.meta.dirname, 'operate.md'), 'utf8');
  const blocks = [...guide.matchAll(FENCE)].map(([, block = '']) => block);
  expect(blocks.length).toBeGreaterThan(12);
  for (const line of Object.keys(PROBES)) expect(blocks.join('\n')).toContain(line);
  const init = await bash(
    `longwire-device init --directory "$T/device" --product pr-garden --device de-gate --service wss://localhost:${caddy.httpsPort} --json`,
  );
  const { fingerprint }: { fingerprint: string } = JSON.parse(init);
  const script = blocks
    .map((block, index) => `echo "@@@ ${index}"\n${localised(block, fingerprint)}`)
    .join('\n');
  // Nothing of the machine itself is written to.
  const elsewhere =
    script.replaceAll(directory, '').match(/(?<![\w.-])\/(?:etc|var|usr|opt|root|home)\/\S*/gu) ?? [];
  expect(elsewhere.filter((path) => !path.startsWith('/root/') && path !== '/usr/sbin/nologin')).toEqual([]);
  const said = await bash(script);
  const output = said.split(/^@@@ \d+$/mu);
  const all = output.join('');
  expect(all).toContain('operator ada added, as admin');
  expect(all).toMatch(/^ok {7}public: https:\/\/localhost:\d+ leads to the service$/mu);
  expect(
    all.match(/^ok {7}relay turn:127\.0\.0\.1:\d+\?transport=(?:udp|tcp): allocates a relayed address$/gmu),
  ).toHaveLength(2);
  expect(all).toMatch(/^ok {7}relay turns:localhost:\d+: allocates a relayed address$/mu);
  expect(all).toMatch(/^ok {7}websocket: /mu);
  expect(all).not.toMatch(/^BAD/mu);
  // Last seen, because it was.
  expect(all).toMatch(/^de-gate +Gate +yes +20\S+Z /mu);
  expect(all).toMatch(/^lw_\w+ +de-gate +service .* good$/mu);
  expect(all).toMatch(/^lwk_\w+ +prometheus +viewer .* good$/mu);
  expect(all).toMatch(/^\d+ added, 0 already present$/mu);
}, 300_000);
