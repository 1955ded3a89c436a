/**
 * @module `npm run soak -- requests`: numbered requests of a page to a device, while the service's nodes, Redis, PostgreSQL, the device and the page
 * are restarted at random moments.
 */
import { closeSync, openSync, readSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { OPEN_FLAGS } from '../e2e/harness/chromium-flags.ts';
import { startDevice, type Device } from '../e2e/harness/device.ts';
import globalSetup from '../e2e/harness/global-setup.ts';
import { launchChromium } from '../e2e/harness/launch-chromium.ts';
import type { CallEvent } from '../e2e/pages/numbered-calls.ts';
import { Random } from '../packages/device/fuzz/random.ts';
import { CallAccount, type CallCounts } from './call-account.ts';
import { PageCaller, CALL_TIMEOUT_MS } from './page-caller.ts';
import { runPart, type PartOptions, type PartResult } from './part-options.ts';
import { restartAtRandom, type Restart } from './restarts.ts';
import { TwoNodes } from './two-nodes.ts';

/** A repeatable call is sent over at most five links, and waits for each and for its answer. */
const LIMIT_MS = 2 * 5 * CALL_TIMEOUT_MS + 10_000;

/** How soon after the last restart everything is answered again, in milliseconds. */
const CALM_MS = 90_000;

/** How many answers in a row show that. */
const CALM_CALLS = 200;

const TAKE_EVERY_MS = 100;
const CHECK_EVERY_MS = 10_000;

/** The numbers that a device notes in its journal, from where the last look ended. */
class Journal {
  readonly file: string;
  #at = 0;
  #rest = '';

  constructor(directory: string) {
    this.file = join(directory, 'journal');
    writeFileSync(this.file, '');
  }

  read(): number[] {
    const bytes = Buffer.alloc(1 << 16);
    const file = openSync(this.file, 'r');
    for (let read = -1; read !== 0;) {
      read = readSync(file, bytes, 0, bytes.length, this.#at);
      this.#at += read;
      this.#rest += bytes.toString('latin1', 0, read);
    }
    closeSync(file);
    const lines = this.#rest.split('\n');
    this.#rest = lines.pop() ?? '';
    return lines.map(Number);
  }
}

/** What must hold of a run: the account of its calls, and of the state that was written. */
class Watch {
  readonly account = new CallAccount(LIMIT_MS);
  readonly faults: string[] = [];
  /** Answers in a row until now. */
  inRow = 0;
  #written = 0;
  #writes = 0;

  handle(event: CallEvent): void {
    const { type, number } = event;
    if (type === 'sent') {
      this.account.send(number, event.isRepeatable ? 'repeatable' : 'once', performance.now());
    } else if (type === 'answered') {
      this.account.settle(number, { status: event.status });
      if (!event.isOwn) this.faults.push(`call ${number} was answered with the answer of another`);
      this.inRow += 1;
    } else if (type === 'failed') {
      this.account.settle(number, { code: event.code });
      this.inRow = 0;
      if (event.code === undefined) this.faults.push(`call ${number}: ${event.message}`);
    } else if (type === 'written') {
      this.#written = number;
      this.#writes += 1;
    } else if (type === 'read' && number < this.#written) {
      this.faults.push(`state ${this.#written} was answered as written, and then ${number} was read`);
    }
  }

  get writes(): number {
    return this.#writes;
  }
}

const SIGNAL = { stop: 'SIGTERM', kill: 'SIGKILL' } as const;

function restartsOf(service: TwoNodes, device: Device, caller: PageCaller): [Restart[], Restart[]] {
  let { child } = device;
  const nodes = [0, 1].flatMap((at): Restart[] =>
    (['stop', 'kill'] as const).map((way) => ({
      name: `node ${SIGNAL[way]}`,
      end: () => service.nodes[at]?.[way](),
      begin: () => service.startAgain(at),
    })),
  );
  const stores: Restart[] = [
    {
      name: 'both nodes SIGKILL',
      end: () => Promise.all(service.nodes.map((node) => node.kill())),
      begin: () => Promise.all([service.startAgain(0), service.startAgain(1)]),
    },
    {
      name: 'Redis SIGKILL',
      end: () => service.redis.stop(),
      begin: () => service.redis.startAgain(),
    },
    { name: 'Redis SIGSTOP', end: () => service.redis.pause(), begin: () => service.redis.resume() },
    {
      name: 'PostgreSQL SIGQUIT',
      end: () => service.postgres.stop(),
      begin: () => service.postgres.start(),
    },
    {
      name: 'PostgreSQL SIGSTOP',
      end: () => service.postgres.signal('SIGSTOP'),
      begin: () => service.postgres.signal('SIGCONT'),
    },
  ];
  const ends = (['stop', 'kill'] as const).map((way): Restart => ({
    name: `device ${SIGNAL[way]}`,
    end: () => child[way](),
    begin: async () => {
      child = await device.startAgain();
    },
  }));
  const pages: Restart[] = [
    { name: 'page reloaded', end: () => caller.reload(), begin: () => undefined },
    { name: 'page closed', end: () => caller.close(), begin: () => caller.open() },
  ];
  return [
    [...nodes, ...stores],
    [...ends, ...pages],
  ];
}

const list = (words: ReadonlyMap<string, number>): string =>
  [...words].map(([word, count]) => `${word} ${count}`).join(', ') || 'none';

function linesOf(counts: CallCounts, writes: number, restarts: ReadonlyMap<string, number>): string[] {
  const { sent, answered, abandoned, errors, doubled, lost, hanging } = counts;
  return [
    `calls sent ${sent}, answered ${answered}, abandoned with their page ${abandoned}`,
    `errors: ${list(errors)}`,
    `doubled ${doubled}, lost ${lost}, hanging ${hanging}; state written ${writes} times`,
    `restarts: ${list(restarts)}`,
  ];
}

async function run({ minutes, seed }: PartOptions): Promise<PartResult> {
  await using ends = new AsyncDisposableStack();
  ends.defer(await globalSetup());
  const service = ends.use(await TwoNodes.start());
  const journal = new Journal(service.directory);
  const device = await startDevice(service, 'longwire', {
    main: 'e2e/peers/numbered-device.ts',
    args: ['--journal', journal.file],
  });
  const browser = await launchChromium(OPEN_FLAGS);
  ends.defer(async () => await browser.close());
  const watch = new Watch();
  const { account } = watch;
  const caller = new PageCaller(
    browser,
    { device, service },
    { happened: (event) => watch.handle(event), gone: () => account.abandon() },
  );
  const restarts = new Map<string, number>();
  const check = (): readonly string[] => {
    for (const number of journal.read()) account.run(number);
    return [...watch.faults, ...account.faults(performance.now())];
  };
  const takeUntil = async (isOver: () => boolean): Promise<void> => {
    for (let checkedMs = performance.now(); !isOver();) {
      await delay(TAKE_EVERY_MS);
      await caller.take();
      if (performance.now() - checkedMs < CHECK_EVERY_MS) continue;
      checkedMs = performance.now();
      if (check().length > 0) return;
    }
  };
  await caller.open();
  const calm = new AbortController();
  const [ours, theirs] = restartsOf(service, device, caller);
  const lanes = [ours, theirs].map(async ([first, ...rest], lane) => {
    if (first === undefined) return;
    await restartAtRandom([first, ...rest], new Random(seed * 2 + lane), {
      signal: calm.signal,
      counts: restarts,
    });
  });
  const endMs = performance.now() + minutes * 60_000;
  await takeUntil(() => performance.now() > endMs);
  calm.abort();
  await Promise.all(lanes);
  const calmMs = performance.now();
  watch.inRow = 0;
  await takeUntil(() => watch.inRow > CALM_CALLS || performance.now() - calmMs > CALM_MS);
  if (watch.inRow <= CALM_CALLS)
    watch.faults.push(`calls are not answered ${CALM_MS} ms after the last restart`);
  await caller.stop();
  const stoppedMs = performance.now();
  await takeUntil(() => !account.isOpen || performance.now() - stoppedMs > LIMIT_MS);
  const faults = check();
  return { lines: linesOf(account.counts(performance.now()), watch.writes, restarts), faults };
}

await runPart(30, run);
