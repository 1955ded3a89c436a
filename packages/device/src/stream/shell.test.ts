/** @module Input and output of a shell, and the cleanup of its processes. */
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

/** Starts a script; the mark identifies its processes. */
function run(script: string, { isFramed = true, env = {} } = {}) {
  runs += 1;
  const mark = `mark${runs}x${process.pid}`;
  const { client, stream } = serveStream(
    shell({ command: '/bin/sh', args: ['-c', script.replaceAll('MARK', mark)], env, cwd: folder }),
    isFramed,
  );
  const output = (): string => String(client.bytes).replaceAll('\r', '');
  return { client, stream, output, mark };
}

test('sends the program’s output and ends with the program', async () => {
  const { client, stream, output } = run('pwd; echo "$TERM"; tty >/dev/null && echo terminal');
  client.end();
  await closedOf(stream);
  expect(output()).toContain(`${folder}\nxterm-256color\nterminal\n`);
  expect(client.kinds).toEqual(['fin']);
});

test('delivers all output of a program that ends, even to a slow client', async () => {
  const { client, stream, output } = run('seq 100000; echo last');
  await expect.poll(() => client.bytes.length).toBe(262_144);
  for (let granted = 0; granted < 20; granted += 1) client.frame({ kind: 'credit', bytes: 50_000 });
  await expect.poll(() => client.kinds).toEqual(['fin']);
  expect(output().endsWith('100000\nlast\n')).toBe(true);
  stream.destroy();
});

test('passes typed input and window sizes to the program, wherever messages are split', async () => {
  const { client, stream, output } = run('stty -echo; echo ready; read line; echo "got $line"; stty size');
  await expect.poll(output).toContain('ready');
  for (const byte of [0xff, 1, 0, 132, 0, 43, ...Buffer.from('hello\n')]) client.send(Uint8Array.of(byte));
  await expect.poll(output).toContain('got hello\n43 132\n');
  stream.destroy();
});

test('types a message that consists only of escaped bytes completely', async () => {
  const { client, stream, output } = run('stty raw -echo; echo ready; head -c 100000 | wc -c');
  await expect.poll(output).toContain('ready');
  client.send(new Uint8Array(200_000).fill(0xff));
  await expect.poll(output, { timeout: 15_000 }).toContain('100000');
  stream.destroy();
});

test('passes the client’s end to the program as end of input', async () => {
  const { client, output, stream } = run('stty -echo; echo ready; cat; echo over');
  await expect.poll(output).toContain('ready');
  client.send(Buffer.from('line\n'));
  client.end();
  await closedOf(stream);
  expect(output()).toContain('line\nover\n');
});

test('passes only the variables that a shell needs to the program', async () => {
  process.env['LONGWIRE_TEST_SECRET'] = 'hidden';
  const { client, output, stream } = run('env', { env: { GIVEN: 'yes' } });
  delete process.env['LONGWIRE_TEST_SECRET'];
  client.end();
  await closedOf(stream);
  expect(output()).toContain('GIVEN=yes');
  expect(output()).not.toContain('SECRET');
});

test.each([true, false])(
  'kills all processes of the shell when the stream ends, framed: %s',
  async (isFramed) => {
    const script =
      "trap '' HUP; (sh -c 'trap \"\" HUP; sleep 300; : MARK' &); setsid -w sh -c ': MARK' ; echo up; sleep 300; : MARK";
    const { client, output, mark } = run(script, { isFramed });
    await expect.poll(output).toContain('up');
    expect(processesWith(mark).length).toBeGreaterThan(1);
    if (isFramed) client.frame({ kind: 'reset', code: 2 });
    else client.end();
    await expect.poll(() => processesWith(mark), { timeout: 15_000 }).toEqual([]);
  },
);

test('kills a process that has left the terminal for a session of its own', async () => {
  const script =
    'setsid sh -c \'trap "" HUP; sleep 300; : MARK\' </dev/null >/dev/null 2>&1 & echo up; sleep 300; : MARK';
  const { client, output, mark } = run(script);
  await expect.poll(output).toContain('up');
  await expect.poll(() => processesWith(mark).length).toBeGreaterThan(1);
  client.frame({ kind: 'reset', code: 2 });
  await expect.poll(() => processesWith(mark), { timeout: 15_000 }).toEqual([]);
});

test.each(['', 'env -i '])(
  'the end of the program kills a process that it has started with "%s", while the client keeps the stream open',
  async (prefix) => {
    const script = `${prefix}sh -c 'trap "" HUP; echo up; sleep 300; : MARK' & read line`;
    const { client, stream, output, mark } = run(script);
    await expect.poll(output).toContain('up');
    client.send(Buffer.from('\n'));
    await expect.poll(() => client.kinds).toEqual(['fin']);
    await expect.poll(() => processesWith(mark), { timeout: 15_000 }).toEqual([]);
    expect(stream.destroyed).toBe(false);
    stream.destroy();
  },
);

test('a program that does not read its input blocks only its own client', async () => {
  const { client, stream, output, mark } = run('stty raw -echo; echo ready; sleep 300; : MARK');
  await expect.poll(output).toContain('ready');
  while (client.credit >= 16_384) client.send(new Uint8Array(16_384).fill(97));
  const begin = performance.now();
  await new Promise((resolve) => setTimeout(resolve, 50));
  // A blocked device process would hang for minutes.
  expect(performance.now() - begin).toBeLessThan(60_000);
  stream.destroy();
  await expect.poll(() => processesWith(mark), { timeout: 15_000 }).toEqual([]);
});

test('an invalid escape sequence resets the stream', async () => {
  const { client, stream, mark } = run('sleep 300; : MARK');
  client.send(Uint8Array.of(0xff, 9));
  await closedOf(stream);
  expect(client.controlFrames).toEqual([{ kind: 'reset', code: 1 }]);
  await expect.poll(() => processesWith(mark), { timeout: 15_000 }).toEqual([]);
});

test('shell() throws if node-pty is not installed', () => {
  expect(() => requireTerminals(missing)).toThrow(expect.objectContaining({ code: 'ERR_DEVICE_OPTIONS' }));
});

test('the escape byte can be typed, and invalid window sizes are rejected', () => {
  expect(parse(97, 0xff, 0xff, 98)).toEqual(
    [[97], [0xff], [98]].map((bytes) => ({ kind: 'keys', bytes: Uint8Array.from(bytes) })),
  );
  expect(parse(0xff, 1, 3, 232, 0, 1)).toEqual([{ kind: 'size', columns: 1000, rows: 1 }]);
  expect(parse(0xff, 1, 3, 233, 0, 1)).toBe(undefined);
  expect(parse(0xff, 1, 0, 80, 0, 0)).toBe(undefined);
  expect(parse(0xff, 1, 0)).toEqual([]);
});

/** The ids of the processes whose command line contains the mark. */
function processesWith(mark: string): readonly string[] {
  return String(execFileSync('ps', ['-eo', 'pid=,args=']))
    .split('\n')
    .filter((line) => line.includes(mark));
}
