import { utf8Encode } from '@longwire/protocol/base';
import { describe, expect, test } from 'vitest';
import { EdgeError, StatusError, StreamResetError, type DataStream } from '@longwire/client';
import { utf8Decode } from '../bytes.ts';
import { endReasonOf } from './end-reason.ts';
import { EXTRA_KEYS, keySequence, withControl } from './extra-keys.ts';
import { LineEditor } from './line-editor.ts';
import { hasScreen, type LineState } from './line-state.ts';
import { shellKeys, shellSize } from './shell-input.ts';
import { firstStream, loadStreams, readPort } from '../streams/stream-list.ts';
import { TelnetFilter } from './telnet-filter.ts';
import { TerminalLine } from './terminal-line.ts';

const bytes = (...all: number[]): Uint8Array => Uint8Array.from(all);

describe('terminal keys', () => {
  test('send cursor sequences in both modes', () => {
    expect(keySequence('up', false)).toBe('\u001b[A');
    expect(keySequence('up', true)).toBe('\u001bOA');
    expect(EXTRA_KEYS.map((key) => keySequence(key, false)).every((sent) => sent !== '')).toBe(true);
  });

  test.each([
    ['c', '\u0003'],
    ['D', '\u0004'],
    ['[', '\u001b'],
    [' ', '\u0000'],
    ['?', '\u007f'],
    ['1', '1'],
    ['ä', 'ä'],
    ['\u001b[A', '\u001b[A'],
  ])('send Ctrl and %j as a control character', (typed, sent) => expect(withControl(typed)).toBe(sent));
});

describe('shell input', () => {
  test('escapes the byte that introduces a command', () => {
    expect(shellKeys(utf8Encode('ls\r'))).toEqual(utf8Encode('ls\r'));
    expect(shellKeys(bytes(1, 255, 2))).toEqual(bytes(1, 255, 255, 2));
  });

  test('contains the window size, limited to what a device accepts', () => {
    expect(shellSize(132, 43)).toEqual(bytes(255, 1, 0, 132, 0, 43));
    expect(shellSize(0, 5000)).toEqual(bytes(255, 1, 0, 1, 3, 232));
  });
});

describe('Telnet negotiation', () => {
  test('is answered and not shown, however it is split', () => {
    const all = bytes(255, 251, 1, 255, 253, 31, 104, 255, 255, 105, 255, 250, 24, 1, 255, 240, 255, 241, 33);
    for (let cut = 0; cut <= all.length; cut += 1) {
      const filter = new TelnetFilter();
      const [one, other] = [filter.take(all.subarray(0, cut)), filter.take(all.subarray(cut))];
      expect([...one.data, ...other.data]).toEqual([104, 255, 105, 33]);
      expect([...one.replies, ...other.replies]).toEqual([255, 253, 1, 255, 252, 31]);
      expect(filter.isEchoing).toBe(true);
    }
  });

  test('accepts when the other side stops echoing, and offers no other option', () => {
    const filter = new TelnetFilter();
    filter.take(bytes(255, 251, 1, 255, 252, 1));
    expect(filter.isEchoing).toBe(false);
    expect([...filter.take(bytes(255, 251, 3, 255, 251, 34, 255, 253, 3, 255, 254, 1)).replies]).toEqual([
      255, 253, 3, 255, 254, 34, 255, 251, 3,
    ]);
  });
});

describe('local line editing', () => {
  test('shows, edits, and sends a line with Enter', () => {
    const editor = new LineEditor();
    expect(editor.type('helö')).toEqual({ shown: 'helö', sent: '' });
    expect(editor.type('\u007f')).toEqual({ shown: '\b \b', sent: '' });
    expect(editor.type('lo\r')).toEqual({ shown: 'lo\r\n', sent: 'hello\r\n' });
    expect(editor.type('\u007f')).toEqual({ shown: '', sent: '' });
  });

  test('sends control characters immediately, and ignores arrow keys', () => {
    const editor = new LineEditor();
    expect(editor.type('\u0003')).toEqual({ shown: '', sent: '\u0003' });
    expect(editor.type('\u001b[A')).toEqual({ shown: '', sent: '' });
  });
});

describe('the streams of a device', () => {
  const { signal } = new AbortController();
  const ssh = { port: 22, name: 'ssh', service: 'tcp' };
  const shell = { port: 23, name: 'sh', service: 'shell' };

  test('are those that can be a terminal, with a shell first', async () => {
    const files = { port: 21, name: 'files', service: 'files' };
    const list = await loadStreams({ list: async () => [files, ssh, shell] }, signal);
    expect(list).toEqual({ kind: 'listed', services: [ssh, shell] });
    expect(firstStream([ssh, shell])?.port).toBe(23);
    expect(firstStream([{ port: 5, name: 'serial-console', service: 'tcp' }])?.port).toBe(5);
    expect(firstStream([ssh])).toBeUndefined();
  });

  test.each([
    ['23', 23],
    [' 4294967295 ', 4_294_967_295],
    ['0', undefined],
    ['4294967296', undefined],
    ['x', undefined],
    ['', undefined],
  ])('can be chosen by the port %j if it is valid', (text, port) => expect(readPort(text)).toBe(port));

  test.each([
    ['are denied without a login if the list is for users', 401, 'denied'],
    ['are denied to a role that may not read the list', 403, 'denied'],
    ['fail on an error status', 500, 'failed'],
  ])('%s', async (_title, statusCode, kind) => {
    const error = new StatusError('ERR_REQUEST_REFUSED', 'cannot read /streams', statusCode);
    expect(await loadStreams({ list: () => Promise.reject(error) }, signal)).toEqual({ kind });
  });

  test('are unlisted on a device without a list', async () => {
    expect(await loadStreams({ list: async () => undefined }, signal)).toEqual({ kind: 'unlisted' });
  });

  test('may not be listed', async () => {
    const error = new EdgeError('ERR_NOT_CONNECTED', 'gone');
    expect(await loadStreams({ list: () => Promise.reject(error) }, signal)).toEqual({ kind: 'failed' });
  });
});

test.each<[unknown, string]>([
  [new StreamResetError(3), 'denied'],
  [new StreamResetError(4), 'noListener'],
  [new StreamResetError(5), 'unreachable'],
  [new StreamResetError(6), 'limit'],
  [new StreamResetError(7), 'fault'],
  [new StreamResetError(4711), 'unknown'],
  [new EdgeError('ERR_CONNECTION_CLOSED', ''), 'lost'],
  [new EdgeError('ERR_CHANNEL_CLOSED', ''), 'closed'],
  [new EdgeError('ERR_STREAM_TIMEOUT', ''), 'silent'],
  ['words', 'unknown'],
])('a terminal that ends with %s shows the reason %s', (error, reason) =>
  expect(endReasonOf(error)).toBe(reason),
);

/** A stream whose other end is the test, and a screen that records its output. */
function rig() {
  const shown: string[] = [];
  const states: string[] = [];
  const [incoming, outgoing] = [
    new TransformStream<Uint8Array, Uint8Array>(),
    new TransformStream<Uint8Array, Uint8Array>(undefined, undefined, { highWaterMark: 16 }),
  ];
  const closed = Promise.withResolvers<void>();
  const stream: DataStream = {
    port: 23,
    readable: incoming.readable,
    writable: outgoing.writable,
    closed: closed.promise,
  };
  const line: TerminalLine = new TerminalLine({
    screen: { columns: 100, rows: 30, write: async (written) => void shown.push(utf8Decode(written)) },
    onChange: () => void states.push(line.state.kind),
  });
  const far = { writer: incoming.writable.getWriter(), reader: outgoing.readable.getReader() };
  return { line, shown, states, far, closed, port: { open: async () => stream } };
}

const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
};

describe('a terminal stream', () => {
  const shell = { port: 23, kind: 'shell' } as const;
  const plain = { port: 22, kind: 'plain' } as const;

  test('is aborted if the device provokes answers and reads nothing', async () => {
    const { line, far, port } = rig();
    void line.open(port, plain);
    // "Will you do …?", over and over, each answered by "no".
    const questions = Uint8Array.from({ length: 192 * 1024 }, (_, index) => [255, 253, 31][index % 3] ?? 0);
    for (let count = 0; count < 40; count += 1) far.writer.write(questions).catch(() => undefined);
    await expect.poll(() => line.state).toMatchObject({ kind: 'ended', reason: 'fault' });
  });

  test('to a shell sends the size, then keys, shows the output, and ends normally', async () => {
    const { line, shown, states, far, closed, port } = rig();
    const done = line.open(port, shell);
    expect((await far.reader.read()).value).toEqual(shellSize(100, 30));
    line.type('ls\r');
    expect((await far.reader.read()).value).toEqual(utf8Encode('ls\r'));
    line.resize(80, 24);
    expect((await far.reader.read()).value).toEqual(shellSize(80, 24));
    await far.writer.write(utf8Encode('file'));
    await far.writer.close();
    expect((await far.reader.read()).done).toBe(true);
    closed.resolve();
    await done;
    expect(shown).toEqual(['file']);
    expect(line.state).toMatchObject({ kind: 'ended', reason: 'done', target: shell });
    expect(hasScreen(line.state)).toBe(true);
    expect(states).toEqual(['opening', 'open', 'ended']);
    line.type('never read');
  });

  test('to another target is shown and sent line by line, without a size', async () => {
    const { line, shown, far, port } = rig();
    void line.open(port, plain);
    await settled();
    line.resize(80, 24);
    line.type('hi\r');
    expect(utf8Decode((await far.reader.read()).value ?? bytes())).toBe('hi\r\n');
    expect(shown).toEqual(['hi\r\n']);
    await far.writer.write(bytes(255, 251, 1));
    expect((await far.reader.read()).value).toEqual(bytes(255, 253, 1));
    line.type('x');
    expect(utf8Decode((await far.reader.read()).value ?? bytes())).toBe('x');
  });

  test('to an SSH server is recognized, also after its end', async () => {
    const { line, far, closed, port } = rig();
    const done = line.open(port, plain);
    await far.writer.write(utf8Encode('SS'));
    await far.writer.write(utf8Encode('H-2.0-OpenSSH\r\n'));
    await settled();
    expect(line.state).toMatchObject({ kind: 'open', isSsh: true });
    await far.writer.close();
    closed.resolve();
    await done;
    expect(line.state).toMatchObject({ kind: 'ended', isSsh: true });
  });

  test('shows the reason of a reset, and no screen if nothing was written', async () => {
    const { line, far, closed, port } = rig();
    const done = line.open(port, shell);
    await settled();
    expect(hasScreen(line.state)).toBe(true);
    closed.reject(new StreamResetError(3));
    await far.writer.abort(new StreamResetError(3));
    await done;
    expect(line.state).toMatchObject({ kind: 'ended', reason: 'denied' });
    expect(hasScreen(line.state)).toBe(false);
  });

  test('that cannot be opened wrote nothing', async () => {
    const { line } = rig();
    expect(hasScreen(line.state)).toBe(false);
    const done = line.open({ open: () => Promise.reject(new StreamResetError(4)) }, shell);
    expect(hasScreen(line.state)).toBe(true);
    await done;
    expect(line.state).toMatchObject({ kind: 'ended', reason: 'noListener' });
    expect(hasScreen(line.state)).toBe(false);
  });

  test('that was aborted before it opened wrote nothing', async () => {
    const { line } = rig();
    void line.open({ open: () => new Promise(() => undefined) }, shell);
    line.hangUp();
    expect(line.state).toEqual({ kind: 'idle', isWritten: false });
    expect(hasScreen(line.state)).toBe(false);
  });

  test('that was aborted by the person reports no reason', async () => {
    const { line, far, closed, port } = rig();
    const done = line.open(port, shell);
    await far.writer.write(utf8Encode('$ '));
    await settled();
    line.hangUp();
    await expect(far.reader.closed).rejects.toBeUndefined();
    closed.reject(new EdgeError('ERR_ABORTED', 'given up'));
    await done;
    expect(line.state).toEqual<LineState>({ kind: 'idle', isWritten: true });
    expect(hasScreen(line.state)).toBe(true);
  });
});
