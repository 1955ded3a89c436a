/** @module The door between a library and relays, all of them sockets of the test. */
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { silentLogger } from '@longwire/protocol';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HOLD_MS, MAX_PASSAGES, RelayDoor } from './relay-door.ts';

const PASSWORD = 'VOkJxbRl1RmTxUk/WvJxBt';
const HEAD =
  '000100582112a442b7e7a701bc34d686fa87dfae802200105354554e207465737420636c69656e74002400046e0001ff';
const NAME = '000600096576746a3a68367659202020';
/** As in stun-check.test.ts. */
const ZERO = `${HEAD}802900080000000000000000${NAME}00080014bc12481af84dff60defb39b555ca807555f229c6802800040a2327b9`;
const ONE = `${HEAD}802900080000000000000001${NAME}00080014187ba903fab5cc8ae5aaeaac20fd4137d6c5bad6802800047ba34407`;
const NOMINATION = '000100042112a442b7e7a701bc34d686fa87dfae00250000';
const ANSWER = '010100002112a442b7e7a701bc34d686fa87dfae';
const HANDSHAKE = '16feff0000';
const CANDIDATE = /^candidate:d 1 UDP (\d+) 127\.0\.0\.1 (\d+) typ host$/u;

/** One end of UDP that keeps what it hears. */
class End {
  readonly socket: Socket = createSocket('udp4');
  readonly heard: { text: string; port: number }[] = [];

  static async open(): Promise<End> {
    const end = new End();
    end.socket.on('message', (message, { port }) => end.heard.push({ text: message.toString('hex'), port }));
    end.socket.bind(0, '127.0.0.1');
    await once(end.socket, 'listening');
    return end;
  }

  get endpoint(): { address: string; port: number } {
    return { address: '127.0.0.1', port: this.socket.address().port };
  }

  say(text: string, port: number | undefined): void {
    this.socket.send(Buffer.from(text, 'hex'), port ?? 0, '127.0.0.1');
  }

  get texts(): string[] {
    return this.heard.map(({ text }) => text);
  }
}

let library: End;
let relays: End[];
let door: RelayDoor;
let candidates: string[];

beforeEach(async () => {
  library = await End.open();
  relays = await Promise.all(Array.from({ length: MAX_PASSAGES + 1 }, async () => await End.open()));
  candidates = [];
  door = new RelayDoor({
    bindAddress: undefined,
    password: () => PASSWORD,
    nativePort: () => library.endpoint.port,
    addCandidate: (line) => candidates.push(line),
    logger: silentLogger,
  });
});

afterEach(() => {
  vi.useRealTimers();
  door.close();
  for (const { socket } of [library, ...relays]) socket.close();
});

function relay(index = 0): End {
  const found = relays[index];
  if (found === undefined) throw new Error('no such relay');
  return found;
}

function passagePort(index = 0): number {
  return Number(CANDIDATE.exec(candidates[index] ?? '')?.[2]);
}

test('a check with a zero comes in, repaired, by an address that the library is told; answers go back', async () => {
  door.open();
  relay().say(ZERO, door.port);
  await expect.poll(() => library.texts).toEqual([ONE]);
  expect(candidates).toEqual([expect.stringMatching(CANDIDATE)]);
  const passage = library.heard[0]?.port;
  expect(passage).toBe(passagePort());
  library.say(ANSWER, passage);
  await expect.poll(() => relay().heard).toEqual([{ text: ANSWER, port: door.port }]);
});

test('nobody else comes in: no check, another tiebreaker, a signature that is wrong; and nobody talks to relays but the library', async () => {
  door.open();
  for (const text of [HANDSHAKE, ONE, ZERO.replace('bc12481a', 'bc12481b')]) relay(1).say(text, door.port);
  relay().say(ZERO, door.port);
  await expect.poll(() => library.texts).toEqual([ONE]);
  relay(1).say('01', passagePort());
  library.say('02', passagePort());
  await expect.poll(() => relay().texts).toEqual(['02']);
  expect(candidates).toHaveLength(1);
});

test('the port is known at once: the first offer may be made in the moment in which a session opens', () => {
  expect(door.port).toBeGreaterThan(0);
});

test('a name of a STUN server is looked up', async () => {
  door.ask({ address: 'localhost', port: relay().endpoint.port }, Buffer.from('00', 'hex'), () => undefined);
  await expect.poll(() => relay().texts).toEqual(['00']);
});

test('a relay that the client tells is gone to first, from the door', async () => {
  door.handleRelay(relay().endpoint);
  door.open();
  door.handleRelay(relay(1).endpoint);
  await expect.poll(() => candidates).toHaveLength(2);
  library.say('aa', passagePort(0));
  library.say('bb', passagePort(1));
  await expect
    .poll(() => [relay(0).heard, relay(1).heard])
    .toEqual([[{ text: 'aa', port: door.port }], [{ text: 'bb', port: door.port }]]);
  door.handleRelay(relay(1).endpoint);
  library.say('cc', passagePort(1));
  await expect.poll(() => relay(1).texts).toEqual(['bb', 'cc']);
  expect(candidates).toHaveLength(2);
});

test('a relay at a port that there is not leads nowhere, whatever the library says', async () => {
  door.open();
  for (const port of [0, 65_536, 1e300]) door.handleRelay({ address: '127.0.0.1', port });
  door.handleRelay(relay().endpoint);
  await expect.poll(() => candidates.length).toBeGreaterThan(0);
  for (const index of candidates.keys()) library.say('aa', passagePort(index));
  await expect.poll(() => relay().texts).toEqual(['aa']);
  expect(candidates).toHaveLength(1);
});

test('there are so many passages and no more', async () => {
  door.open();
  for (const [index, each] of relays.slice(0, MAX_PASSAGES).entries()) {
    each.say(ZERO, door.port);
    await expect.poll(() => library.texts).toHaveLength(index + 1);
  }
  relay(MAX_PASSAGES).say(ZERO, door.port);
  relay(0).say(ZERO, door.port);
  await expect.poll(() => library.texts).toHaveLength(MAX_PASSAGES + 1);
  expect(candidates).toHaveLength(MAX_PASSAGES);
});

test('a handshake waits until the way is the library’s own: its check is answered, and the client has chosen it', async () => {
  door.open();
  relay().say(ZERO, door.port);
  await expect.poll(() => library.texts).toEqual([ONE]);
  for (const text of [HANDSHAKE, ANSWER]) relay().say(text, door.port);
  await expect.poll(() => library.texts).toEqual([ONE, ANSWER]);
  relay().say(NOMINATION, door.port);
  await expect.poll(() => library.texts).toEqual([ONE, ANSWER, NOMINATION, HANDSHAKE]);
  relay().say(`${HANDSHAKE}01`, door.port);
  await expect.poll(() => library.texts.at(-1)).toBe(`${HANDSHAKE}01`);
});

test('where the library chooses, it is told a better way at once, and nobody is let in before the time is over', async () => {
  door.hold();
  door.hold();
  await expect.poll(() => candidates).toEqual([expect.stringMatching(/ UDP 2147483647 /u)]);
  let isHeard = false;
  door.ask(relay(1).endpoint, Buffer.from('00'), () => (isHeard = true));
  for (const text of [ZERO, ANSWER]) relay().say(text, door.port);
  await expect.poll(() => isHeard).toBe(true);
  expect(library.heard).toEqual([]);
  door.open();
  relay().say(ZERO, door.port);
  await expect.poll(() => library.heard).toEqual([{ text: ONE, port: passagePort() }]);
  expect(candidates).toHaveLength(1);
});

test('the door opens by itself when the time is over', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  door.hold();
  await vi.waitFor(() => expect(candidates).toHaveLength(1));
  door.handleRelay(relay().endpoint);
  vi.advanceTimersByTime(HOLD_MS);
  library.say('aa', passagePort());
  await vi.waitFor(() => expect(relay().texts).toEqual(['aa']));
});

test('a client that connects some other way in that time needs no door', async () => {
  door.hold();
  door.handleConnected();
  const closed = createSocket('udp4');
  const { port } = door;
  await expect
    .poll(async () => {
      closed.bind(port, '0.0.0.0');
      return await once(closed, 'listening').then(() => 'free');
    })
    .toBe('free');
  closed.close();
  door.close();
});

test('an open door stays for those who are in it', async () => {
  door.open();
  door.handleConnected();
  relay().say(ZERO, door.port);
  await expect.poll(() => library.texts).toEqual([ONE]);
});

test('a STUN server is asked from the door, and heard', async () => {
  const heard: string[] = [];
  door.ask(relay().endpoint, Buffer.from('00010000', 'hex'), (message) =>
    heard.push(Buffer.from(message).toString('hex')),
  );
  await expect.poll(() => relay().heard).toEqual([{ text: '00010000', port: door.port }]);
  relay().say(ANSWER, door.port);
  await expect.poll(() => heard).toEqual([ANSWER]);
});
