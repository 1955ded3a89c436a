/** @module A shell: what is typed, what is said, and what is left of it, which is nothing. */
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { serveStream } from './service-run.fixture.ts';
import { shell } from './shell.ts';
import { closedOf } from './stream-client.fixture.ts';
import { TerminalInputParser } from './terminal-input.ts';
import { requireTerminals } from './terminal.ts';

const folder = tmpdir();

function missing(): never {
  throw new Error('not found');
}

function parse(...bytes: readonly number[]): unknown {
  return new TerminalInputParser().parse(Uint8Array.from(bytes));
}

let runs = 0;

/** Starts a script; its processes can be told by the mark. */
function run(script: string, { isFramed = true, env = {} } = {}) {
  runs += 1;
  const mark = `mark${runs}x${process.pid}`;
  const { client, stream } = serveStream(
    shell({ command: '/bin/sh', args: ['-c', script.replaceAll('MARK', mark)], env, cwd: folder }),
    isFramed,
  );
  const said = (): string => String(client.bytes).replaceAll('\r', '');
  return { client, stream, said, mark };
}

test('says what its program says, and ends with it', async () => {
  const { client, stream, said } = run('pwd; echo "$TERM"; tty >/dev/null && echo terminal');
  client.end();
  await closedOf(stream);
  expect(said()).toContain(`${folder}\nxterm-256color\nterminal\n`);
  expect(client.kinds).toEqual(['fin']);
});

test('all that a program says before its end arrives, also when the client is slow', async () => {
  const { client, stream, said } = run('seq 100000; echo last');
  await expect.poll(() => client.bytes.length).toBe(262_144);
  for (let granted = 0; granted < 20; granted += 1) client.frame({ kind: 'credit', bytes: 50_000 });
  await expect.poll(() => client.kinds).toEqual(['fin']);
  expect(said().endsWith('100000\nlast\n')).toBe(true);
  stream.destroy();
});

test('reads what is typed, and knows the size of the window, however it is cut into pieces', async () => {
  const { client, stream, said } = run('stty -echo; echo ready; read line; echo "got $line"; stty size');
  await expect.poll(said).toContain('ready');
  for (const byte of [0xff, 1, 0, 132, 0, 43, ...Buffer.from('hello\n')]) client.send(Uint8Array.of(byte));
  await expect.poll(said).toContain('got hello\n43 132\n');
  stream.destroy();
});

test('a message of nothing but escapes is typed, all of it', async () => {
  const { client, stream, said } = run('stty raw -echo; echo ready; head -c 100000 | wc -c');
  await expect.poll(said).toContain('ready');
  client.send(new Uint8Array(200_000).fill(0xff));
  await expect.poll(said, { timeout: 15_000 }).toContain('100000');
  stream.destroy();
});

test('the client’s end is the end of its input', async () => {
  const { client, said, stream } = run('stty -echo; echo ready; cat; echo over');
  await expect.poll(said).toContain('ready');
  client.send(Buffer.from('line\n'));
  client.end();
  await closedOf(stream);
  expect(said()).toContain('line\nover\n');
});

test('gets nothing of the device’s environment but what a shell needs', async () => {
  process.env['LONGWIRE_TEST_SECRET'] = 'hidden';
  const { client, said, stream } = run('env', { env: { GIVEN: 'yes' } });
  delete process.env['LONGWIRE_TEST_SECRET'];
  client.end();
  await closedOf(stream);
  expect(said()).toContain('GIVEN=yes');
  expect(said()).not.toContain('SECRET');
});

test.each([true, false])('all its processes end with the stream, framed: %s', async (isFramed) => {
  const script =
    "trap '' HUP; (sh -c 'trap \"\" HUP; sleep 300; : MARK' &); setsid -w sh -c ': MARK' ; echo up; sleep 300; : MARK";
  const { client, said, mark } = run(script, { isFramed });
  await expect.poll(said).toContain('up');
  expect(processesWith(mark).length).toBeGreaterThan(1);
  if (isFramed) client.frame({ kind: 'reset', code: 2 });
  else client.end();
  await expect.poll(() => processesWith(mark), { timeout: 15_000 }).toEqual([]);
});

test('a program that does not read makes nobody wait but its own client', async () => {
  const { client, stream, said, mark } = run('stty raw -echo; echo ready; sleep 300; : MARK');
  await expect.poll(said).toContain('ready');
  while (client.credit >= 16_384) client.send(new Uint8Array(16_384).fill(97));
  const begin = performance.now();
  await new Promise((resolve) => setTimeout(resolve, 50));
  // A process that waited for the program would do so for minutes.
  expect(performance.now() - begin).toBeLessThan(60_000);
  stream.destroy();
  await expect.poll(() => processesWith(mark), { timeout: 15_000 }).toEqual([]);
});

test('bytes that mean nothing end it', async () => {
  const { client, stream, mark } = run('sleep 300; : MARK');
  client.send(Uint8Array.of(0xff, 9));
  await closedOf(stream);
  expect(client.told).toEqual([{ kind: 'reset', code: 1 }]);
  await expect.poll(() => processesWith(mark), { timeout: 15_000 }).toEqual([]);
});

test('where the package is missing it says so when it is configured', () => {
  expect(() => requireTerminals(missing)).toThrow(expect.objectContaining({ code: 'ERR_DEVICE_OPTIONS' }));
});

test('the byte for sizes can be typed as well; sizes are within reason', () => {
  expect(parse(97, 0xff, 0xff, 98)).toEqual(
    [[97], [0xff], [98]].map((bytes) => ({ kind: 'keys', bytes: Uint8Array.from(bytes) })),
  );
  expect(parse(0xff, 1, 3, 232, 0, 1)).toEqual([{ kind: 'size', columns: 1000, rows: 1 }]);
  expect(parse(0xff, 1, 3, 233, 0, 1)).toBe(undefined);
  expect(parse(0xff, 1, 0, 80, 0, 0)).toBe(undefined);
  expect(parse(0xff, 1, 0)).toEqual([]);
});

/** The ids of the processes whose command line holds a mark. */
function processesWith(mark: string): readonly string[] {
  return String(execFileSync('ps', ['-eo', 'pid=,args=']))
    .split('\n')
    .filter((line) => line.includes(mark));
}
