/** @module A socket that sends its first messages while it opens, and its fallback for services without the extension. */
import { earlyMessages } from '@longwire/protocol';
import { FakeSockets, ManualClock } from '@longwire/testing';
import { expect, test, vi } from 'vitest';
import { EARLY_ANSWER_MS, EARLY_PATIENCE_MS, EARLY_WORTH_MS, earlySocketClass } from './early-socket.ts';
import type { SocketLike } from './signaling-socket.ts';

const LOGIN = '{"type":20}';
const OFFER = '{"type":0,"data":""}';

interface Rig {
  readonly socket: SocketLike;
  readonly sockets: FakeSockets;
  readonly clock: ManualClock;
  /** What the user of the socket heard, and that it was of no use. */
  readonly heard: unknown[];
}

async function rig(): Promise<Rig> {
  const sockets = new FakeSockets({});
  const clock = new ManualClock();
  const heard: unknown[] = [];
  const onUseless = (isRefused: boolean): void => void heard.push(isRefused ? 'refused' : 'near');
  const Socket = earlySocketClass({ WebSocket: sockets.WebSocket, clock, onUseless });
  const socket = new Socket('wss://s.example', 'json');
  socket.addEventListener('open', () => heard.push('open'));
  socket.addEventListener('message', ({ data }) => heard.push(data));
  socket.addEventListener('error', () => heard.push('error'));
  socket.addEventListener('close', ({ code }) => heard.push(code));
  await Promise.resolve();
  return { socket, sockets, clock, heard };
}

/** Opens the socket as a service does that is far enough away. */
function openFarAway({ sockets, clock }: Rig): void {
  clock.advance(EARLY_WORTH_MS);
  sockets.last.serverOpen();
}

function said({ sockets }: Rig): unknown {
  return [earlyMessages(sockets.last.protocol), sockets.last.sent];
}

test('an early socket counts as open at once and connects with all messages once the offer is sent', async () => {
  const made = await rig();
  const { socket, sockets, heard } = made;
  socket.send(LOGIN);
  expect([heard, sockets.all.length]).toEqual([['open'], 0]);
  for (const text of [OFFER, 'later']) socket.send(text);
  expect(said(made)).toEqual([[LOGIN, OFFER], []]);
  openFarAway(made);
  sockets.last.serverSend('answer');
  socket.send('last');
  expect([said(made), heard]).toEqual([
    [
      [LOGIN, OFFER],
      ['later', 'last'],
    ],
    ['open', 'answer'],
  ]);
});

test('an early socket without an offer connects after its patience with the messages so far', async () => {
  const made = await rig();
  made.socket.send(LOGIN);
  made.clock.advance(EARLY_PATIENCE_MS);
  expect(said(made)).toEqual([[LOGIN], []]);
});

test('messages too long for a header are sent as frames', async () => {
  const made = await rig();
  made.socket.send('x'.repeat(4000));
  made.clock.advance(EARLY_PATIENCE_MS);
  made.sockets.last.serverOpen();
  expect([said(made), made.heard]).toEqual([[[], ['x'.repeat(4000)]], ['open']]);
});

test.each([
  ['that does not open', ({ sockets }: Rig) => sockets.last.serverFail()],
  [
    'that says nothing',
    (made: Rig) => {
      openFarAway(made);
      made.clock.advance(EARLY_ANSWER_MS);
    },
  ],
])('a socket %s is followed by one that gets every message in frames', async (_what, refuse) => {
  const made = await rig();
  const { socket, sockets, heard } = made;
  for (const text of [LOGIN, OFFER]) socket.send(text);
  const first = sockets.last;
  refuse(made);
  await Promise.resolve();
  sockets.last.serverOpen();
  socket.send('later');
  first.serverSend('of the first one');
  sockets.last.serverSend('answer');
  expect([sockets.all.length, sockets.open, said(made), heard]).toEqual([
    2,
    1,
    [[], [LOGIN, OFFER, 'later']],
    ['open', 'refused', 'answer'],
  ]);
  sockets.last.serverFail();
  expect(heard).toContain('error');
});

test('a service that opens quickly is used, and marked as too near for the next time', async () => {
  const made = await rig();
  const { socket, sockets, clock, heard } = made;
  socket.send(OFFER);
  clock.advance(EARLY_WORTH_MS - 1);
  sockets.last.serverOpen();
  sockets.last.serverSend('answer');
  expect([said(made), heard, sockets.all.length]).toEqual([[[OFFER], []], ['open', 'near', 'answer'], 1]);
});

test('if no socket opens the early extension is not marked as useless', async () => {
  const { socket, sockets, heard } = await rig();
  socket.send(OFFER);
  sockets.last.serverFail();
  sockets.last.serverFail();
  expect([heard, sockets.all.length]).toEqual([['open', 'error', 1006], 2]);
});

test('a close by the service is passed on without another try', async () => {
  const made = await rig();
  const { socket, sockets, heard } = made;
  socket.send(OFFER);
  openFarAway(made);
  sockets.last.serverClose(4005);
  expect([heard, sockets.all.length]).toEqual([['open', 4005], 1]);
});

test('an early socket closed before or after opening leaves nothing behind', async () => {
  for (const isOpened of [false, true]) {
    const { socket, sockets, clock } = await rig();
    if (isOpened) socket.send(OFFER);
    socket.close(1000);
    expect([sockets.open, clock.pending]).toEqual([0, 0]);
  }
});

test('a closed early socket passes on code and reason, does not start again, and reports its close', async () => {
  const { socket, sockets, heard } = await rig();
  socket.send(OFFER);
  const { last } = sockets;
  const closing = vi.spyOn(last, 'close').mockImplementation(() => undefined);
  socket.close(1000, 'good night');
  last.serverFail();
  expect([closing.mock.calls, heard, sockets.all.length]).toEqual([
    [[1000, 'good night']],
    ['open', 1006],
    1,
  ]);
});

test('an early socket closed before it connects reports its close', async () => {
  const { socket, heard } = await rig();
  socket.close(1000);
  await Promise.resolve();
  expect(heard).toEqual(['open', 1000]);
});
