/**
 * @module Attacks a real device over real peer connections and checks that it still answers.
 * `main.ts --seconds 60 --seed 7 [--attack requests] [--round 12]`: the same seed and round make the same choices.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { cleanup } from 'node-datachannel';
import { LocalService } from '../src/agent/local-service.fixture.ts';
import { Attacker, inTime } from './attacker.ts';
import { ATTACKS } from './attacks.ts';
import { Random } from './random.ts';

/** How long the device may take to answer a well-behaved client, in milliseconds. Reason: it may still be working on earlier messages. */
const PROBE_PATIENCE_MS = 15_000;

/** After this many rounds all code has run once, and further memory counts as growth. */
const WARM_UP_ROUNDS = 16;

/** Largest growth of the device's memory after that, in MiB. Reason: many times what sixteen sessions need. */
const MAX_GROWTH_MIB = 200;

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    attack: { type: 'string' },
    round: { type: 'string' },
  },
});
const seed = Number(values.seed);
const write = (line: string): void => void process.stdout.write(`${line}\n`);

const service = await LocalService.start();
const program = join(import.meta.dirname, 'device.ts');
const device = spawn(process.execPath, ['--conditions=longwire-source', program, '--service', service.url], {
  stdio: ['pipe', 'pipe', 'pipe'],
});
const attached = Promise.withResolvers<void>();
const errors = new Map<string, number>();
const lastWords: string[] = [];
createInterface({ input: device.stdout }).on('line', (line) => {
  if (line === 'attached') attached.resolve();
  else errors.set(line, (errors.get(line) ?? 0) + 1);
});
createInterface({ input: device.stderr }).on('line', (line) => lastWords.push(line));
let end: string | undefined;
device.on('exit', (code, signal) => {
  end = String(signal ?? code);
  attached.reject(new Error(`the device ended with ${end}: ${lastWords.join('\n')}`));
});

function memoryMib(): number {
  const [, kib = '0'] = /^VmRSS:\s+(\d+)/mu.exec(readFileSync(`/proc/${device.pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kib) / 1024);
}

/** Whether a well-behaved client is served. */
async function probe(): Promise<boolean> {
  const attacker = new Attacker(service);
  try {
    if (!(await attacker.connect({}, PROBE_PATIENCE_MS))) return false;
    return await inTime(attacker.client.request('GET', '/probe'), PROBE_PATIENCE_MS);
  } finally {
    attacker.leave();
  }
}

/** Runs one round; returns what is wrong after it, or undefined. */
async function play(round: number): Promise<string | undefined> {
  const random = new Random(seed * 1_000_003 + round);
  const names = Object.keys(ATTACKS);
  const name = values.attack ?? names[round % names.length] ?? '';
  const attack = ATTACKS[name];
  if (attack === undefined) throw new Error(`unknown attack ${name}: choose one of ${names.join(', ')}`);
  await attack(service, random);
  if (end === undefined && ((await probe()) || (await probe()))) return undefined;
  return `${name}: the device ${end === undefined ? 'does not answer' : `ended with ${end}`}`;
}

await attached.promise;
const endsAtMs = Date.now() + Number(values.seconds) * 1000;
let fault: string | undefined;
let rounds = 0;
let warmMib = memoryMib();
let mostMib = warmMib;
const first = Number(values.round ?? 0);
for (let round = first; fault === undefined && Date.now() < endsAtMs; round += 1) {
  fault = await play(round);
  rounds += 1;
  if (fault !== undefined) fault = `round ${round}, ${fault}`;
  else mostMib = Math.max(mostMib, memoryMib());
  if (rounds === WARM_UP_ROUNDS) warmMib = memoryMib();
  if (values.round !== undefined) break;
}
if (rounds === 0) fault = `no round in ${values.seconds} seconds`;
const lastMib = end === undefined ? memoryMib() : 0;
if (rounds > WARM_UP_ROUNDS && lastMib - warmMib > MAX_GROWTH_MIB)
  fault ??= `memory grew from ${warmMib} to ${lastMib} MiB`;
write(
  `seed ${seed}: ${rounds} rounds, memory ${warmMib} MiB after warming up, at most ${mostMib}, ${lastMib} in the end`,
);
for (const [line, count] of errors) write(`${count} times ${line.slice(0, 600)}`);
if (fault !== undefined) {
  write(`FAILED ${fault}; again with --seed ${seed}`);
  for (const line of lastWords.slice(-30)) write(`  ${line}`);
}
// A device that hangs reacts to nothing else.
device.kill('SIGKILL');
await service[Symbol.asyncDispose]();
cleanup();
process.exit(fault === undefined && errors.size === 0 ? 0 : 1);
