/** @module `npm run soak -- mutants`: planted faults, each caught by the oracles of the end-to-end tests or by a part of the soak within its time; the last two break the account of the soak itself. `--only requests` chooses those of one part. */
import { parseArgs } from 'node:util';
import { unitTests, type Mutant } from '../e2e/hostile/mutants.ts';
import { runMutants } from '../e2e/hostile/run-mutants.ts';

const part = (name: string, minutes: number, ...options: readonly string[]): readonly string[] => [
  'run',
  'soak',
  '--',
  name,
  '--minutes',
  String(minutes),
  ...options,
];

/** A test in a browser, after which the oracles look at what it left. */
const oracles: readonly string[] = [
  'run',
  'test:e2e',
  '--',
  'requests.spec.ts',
  '--grep',
  'open when a test ends',
];

/** All of them. */
export const SOAK_MUTANTS: readonly Mutant[] = [
  {
    name: 'oracles: a request that is open when its connection is closed never settles',
    file: 'packages/client/src/coap/request-table.ts',
    find: '    for (const request of open) request.reject(new RequestLostError(cause, true));\n',
    replace: '',
    npm: oracles,
  },
  {
    name: 'oracles: a device answers twice',
    file: 'packages/device/src/coap/binary/request-server.ts',
    find: '      this.#answers.answer(request, conditional(request, response), extras);\n',
    replace:
      '      for (const _ of [1, 2]) this.#answers.answer(request, conditional(request, response), extras);\n',
    npm: oracles,
  },
  {
    name: 'oracles: a device runs each request twice',
    file: 'packages/device/src/coap/binary/request-server.ts',
    find: '    const { router, context } = this.#options;\n    return router.handle(',
    replace:
      '    const { router, context } = this.#options;\n    void router.handle(incoming, context);\n    return router.handle(',
    npm: oracles,
  },
  {
    name: 'oracles: a session that ends leaves its peer connection',
    file: 'packages/device/src/peer/peer.ts',
    find: "    this.#native.close();\n    this.#events.emit('closed', { reason });",
    replace: "    this.#events.emit('closed', { reason });",
    npm: oracles,
  },
  {
    name: 'oracles: each session leaves a file open',
    file: 'packages/device/src/session/session.ts',
    find: '    clearTimeout(this.#timer);\n    identity?.end();\n',
    replace: "    process.getBuiltinModule('node:fs').openSync('/dev/null', 'r');\n    identity?.end();\n",
    npm: ['run', 'test:e2e', '--', 'requests.spec.ts', 'rights.spec.ts', '--workers=1'],
  },
  {
    name: 'requests: a call that must not be repeated is sent again when its connection is lost',
    file: 'packages/client/src/session/session-requests.ts',
    find: 'if (wasSent && (!isIdempotent || sends === MAX_SENDS)) throw outcomeUnknown(error);',
    replace: 'if (wasSent && sends === MAX_SENDS) throw outcomeUnknown(error);',
    npm: part('requests', 1),
  },
  {
    name: 'requests: an answer settles the newest call, whichever it answers',
    file: 'packages/client/src/coap/request-table.ts',
    find: '    const open = this.#open.get(id);\n    const first',
    replace: '    const open = [...this.#open.values()].at(-1);\n    const first',
    npm: part('requests', 1),
  },
  {
    name: 'requests: a change of the state is answered before it is written',
    file: 'packages/device/src/store/state-file.ts',
    find: '        await replaceFile(this.#path, readableText(next));\n',
    replace: '        setTimeout(() => void replaceFile(this.#path, readableText(next)), 10_000);\n',
    npm: part('requests', 1),
  },
  {
    name: 'handshakes: a client that has left keeps its place at its device',
    file: 'packages/signaling/src/relay/session-table.ts',
    find: 'if (!this.#open.delete(session.id)) return false;',
    replace: 'if (!this.#open.has(session.id)) return false;',
    npm: part('handshakes', 1),
  },
  {
    name: 'handshakes: each session leaves a timer',
    file: 'packages/device/src/session/session.ts',
    find: '    clearTimeout(this.#timer);\n    identity?.end();\n',
    replace: '    setInterval(() => this.recheck(), 60_000);\n    identity?.end();\n',
    npm: part('handshakes', 1),
  },
  {
    name: 'devices: they come back without jitter',
    file: 'packages/protocol/src/limits/back-off.ts',
    find: 'Math.round(floorMs + random * Math.min(capMs, doubled))',
    replace: 'Math.round(floorMs + Math.min(capMs, doubled) * (random < 2 ? 1 : random))',
    npm: part('devices', 0),
  },
  {
    name: 'idle: each ping leaves a timer',
    file: 'packages/signaling/src/relay/limited-socket.ts',
    find: '      this.#socket.ping();\n',
    replace: '      this.#socket.ping();\n      setTimeout(() => this.handlePing(), 3_600_000).unref();\n',
    npm: part('idle', 1.4),
  },
  {
    name: 'day: packets that were sent are never dropped',
    file: 'packages/device/src/media/rtp/sent-packets.ts',
    find: 'this.#next = (this.#next + 1) % KEPT_PACKETS;',
    replace: 'this.#next += 1;',
    npm: part('day', 2.5),
  },
  {
    name: 'fuzz: a STUN message may be shorter than its header',
    file: 'packages/protocol/src/stun/stun-message.ts',
    find: '  if (bytes.length < STUN_HEADER_BYTES) return undefined;\n',
    replace: '',
    npm: part('fuzz', 0.2, '--only', 'stun'),
  },
  {
    name: 'account: a call that ran twice counts as one that ran once',
    file: 'soak/call-account.ts',
    find: "kind === 'once' && runs > 1",
    replace: "kind === 'once' && runs > 2",
    npm: unitTests('soak/call-account.test.ts'),
  },
  {
    name: 'account: a call that hangs is not looked for',
    file: 'soak/call-account.ts',
    find: "call.state === 'open' && nowMs - call.sentMs > this.#limitMs",
    replace: "call.state === 'open' && nowMs - call.sentMs < 0",
    npm: unitTests('soak/call-account.test.ts'),
  },
];

if (import.meta.main) {
  const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });
  const chosen = SOAK_MUTANTS.filter(({ name }) => name.startsWith(values.only));
  if (chosen.length === 0) throw new Error(`no planted fault has a name that starts with ${values.only}`);
  process.exitCode = runMutants(chosen) ? 0 : 1;
}
