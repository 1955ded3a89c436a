/** @module Clients' audio through the real ffmpeg: decodable, at the right volume, with silence for losses; failing sinks affect no others. */
import { spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLogger, type LogFields, type Logger } from '@longwire/protocol';
import * as fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import type { AudioPacket, AudioSink } from '../audio-sink.ts';
import { OPUS_CODEC, PCMU_CODEC } from '../audio-codecs.ts';
import { NutReader } from '../ffmpeg/nut-reader.ts';
import { fileSink } from './file-sink.ts';
import { OggOpusStream } from './ogg-opus-stream.ts';
import { opusTicks } from './opus-packet.ts';
import { ffmpegSink, programSink } from './process-sinks.ts';
import { rtpSink } from './rtp-sink.ts';

const directory = mkdtempSync(join(tmpdir(), 'longwire-sinks-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** Two seconds of a tone, as a browser sends it. */
const tone = opusPackets();

function opusPackets(): readonly AudioPacket[] {
  const source = ['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000:duration=2', '-c:a', 'libopus'];
  const { stdout } = spawnSync('ffmpeg', ['-v', 'error', ...source, '-f', 'nut', 'pipe:1'], {
    timeout: 60_000,
  });
  const packets: AudioPacket[] = [];
  const start = 0xffff_ff00;
  const reader = new NutReader({
    stream: () => undefined,
    frame: ({ data }) => {
      const index = packets.length;
      const timestamp = (start + index * 960) >>> 0;
      packets.push({ payload: data, sequenceNumber: (65_530 + index) & 0xffff, timestamp });
    },
  });
  reader.push(stdout);
  return packets;
}

function talk(sink: AudioSink, packets = tone): void {
  const stream = sink.open(OPUS_CODEC);
  for (const packet of packets) stream.write(packet);
  stream.close();
}

interface AudioLevel {
  readonly seconds: number;
  readonly meanDb: number;
}

/** The duration and volume of a file. */
function measureAudio(file: string, input: readonly string[] = []): AudioLevel {
  const args = [...input, '-i', file, '-af', 'volumedetect', '-f', 'null', '-'];
  const { stderr, status } = spawnSync('ffmpeg', ['-hide_banner', ...args], { timeout: 60_000 });
  const text = stderr.toString();
  if (status !== 0) throw new Error(text);
  const [, hours, minutes, seconds] = text.match(/time=(\d+):(\d+):([\d.]+)(?![\s\S]*time=)/u) ?? [];
  const [, meanDb] = /mean_volume: (-?[\d.]+) dB/u.exec(text) ?? [];
  return {
    seconds: Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds),
    meanDb: Number(meanDb ?? Number.NaN),
  };
}

/** Records log lines. */
function recording({ keepsDebug = false } = {}): { logger: Logger; lines: string[] } {
  const lines: string[] = [];
  const line = (event: string, fields?: LogFields): void =>
    void lines.push(`${event} ${JSON.stringify(fields)}`);
  return {
    logger: { ...silentLogger, ...(keepsDebug ? { debug: line } : {}), info: line, warn: line },
    lines,
  };
}

function script(name: string, body: string): string {
  const file = join(directory, name);
  writeFileSync(file, `#!/bin/sh\n${body}\n`);
  chmodSync(file, 0o755);
  return file;
}

const sizesIn = (folder: string): number[] =>
  readdirSync(folder).map((name) => statSync(join(folder, name)).size);

const sizeOf = (file: string): number => (existsSync(file) ? statSync(file).size : 0);

/** Writes a talk to a file. */
function ogg(packets: readonly AudioPacket[]): string {
  const stream = new OggOpusStream();
  const file = join(directory, 'talk.ogg');
  writeFileSync(file, Buffer.concat(packets.flatMap((packet) => [...stream.write(packet)])));
  return file;
}

describe('Opus in Ogg', () => {
  test('is decoded by ffmpeg at the original volume', () => {
    const { seconds, meanDb } = measureAudio(ogg(tone));
    expect(seconds).toBeCloseTo(2, 1);
    expect(meanDb).toBeGreaterThan(-25);
  });

  test('replaces lost packets by silence of the same duration', () => {
    const { seconds, meanDb } = measureAudio(ogg(tone.filter((_, index) => index < 25 || index >= 75)));
    expect(seconds).toBeCloseTo(2, 1);
    expect(meanDb).toBeLessThan(measureAudio(ogg(tone)).meanDb - 2);
  });

  test('drops duplicate and late packets', () => {
    const disordered = tone.flatMap((packet, index) => [packet, tone[Math.max(0, index - 2)] ?? packet]);
    expect(measureAudio(ogg(disordered)).seconds).toBeCloseTo(2, 1);
  });

  test('continues at once after a step back in time: the client has started its stream again, and chose another beginning', () => {
    const restarted = tone.map((packet, index) =>
      index < 50 ? packet : { ...packet, timestamp: (packet.timestamp - 2 ** 30) >>> 0 },
    );
    expect(measureAudio(ogg(restarted)).seconds).toBeCloseTo(2, 1);
  });

  test('shortens a pause of hours to seconds', () => {
    const late = tone.map((packet, index) =>
      index < 50 ? packet : { ...packet, timestamp: (packet.timestamp + 2 ** 30) >>> 0 },
    );
    const { seconds } = measureAudio(ogg(late));
    expect(seconds).toBeGreaterThan(6);
    expect(seconds).toBeLessThan(8);
  });

  test('fills no more silence than time passes, after five seconds of it', () => {
    let nowMs = 0;
    const stream = new OggOpusStream(() => nowMs);
    const payload = tone[0]?.payload ?? new Uint8Array(0);
    let pages = 0;
    for (let index = 0; index < 500; index += 1) {
      const timestamp = (index * 6 * 48_000) >>> 0;
      pages += stream.write({ payload, sequenceNumber: index, timestamp }).length;
      nowMs += 20;
    }
    // Two headers, the packets, 250 of silence, and 50 more for each of ten seconds.
    expect(pages).toBeLessThanOrEqual(2 + 500 + 250 + 500);
    expect(pages).toBeGreaterThan(2 + 500 + 250 + 490);
  });

  test('writes a bounded stream for any packets at any times', () => {
    const packet = fc.record({
      payload: fc.uint8Array({ maxLength: 80 }),
      sequenceNumber: fc.nat(65_535),
      timestamp: fc.nat(2 ** 32 - 1),
    });
    fc.assert(
      fc.property(fc.array(packet, { maxLength: 20 }), (packets) => {
        const stream = new OggOpusStream(() => 0);
        for (const each of packets) expect(stream.write(each).length).toBeLessThanOrEqual(2 + 250 + 1);
      }),
    );
  });

  test.each([
    ['20 ms of CELT', [0xf8], 960],
    ['60 ms of SILK', [0x18], 2880],
    ['2.5 ms of CELT', [0x80], 120],
    ['two frames', [0xf9], 1920],
    ['a count of frames', [0xfb, 3], 2880],
    ['more than 120 ms', [0xfb, 63], 0],
    ['nothing', [], 0],
  ])('reads the duration of %s from its first bytes', (_, bytes, ticks) => {
    expect(opusTicks(Uint8Array.from(bytes))).toBe(ticks);
  });
});

describe('the file sink', () => {
  test('writes a file for each talk that ffmpeg can decode', async () => {
    const folder = mkdtempSync(join(directory, 'files-'));
    const sink = fileSink(join(folder, '{time}.ogg'));
    talk(sink);
    talk(sink);
    await expect.poll(() => sizesIn(folder).filter((size) => size > 8_000)).toHaveLength(2);
    for (const name of readdirSync(folder)) {
      expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
      expect(measureAudio(join(folder, name)).meanDb).toBeGreaterThan(-25);
    }
  });

  test('ends a file at its maximum size', async () => {
    const folder = mkdtempSync(join(directory, 'files-'));
    const { logger, lines } = recording();
    talk(fileSink(join(folder, '{time}.ogg'), { maxBytes: 5_000, logger }));
    await expect.poll(() => sizesIn(folder)[0]).toBeGreaterThan(4_000);
    expect(sizesIn(folder)[0]).toBeLessThanOrEqual(5_000);
    expect(lines.join('\n')).toContain('file is 5000 bytes long');
  });

  test('logs a file that cannot be written', async () => {
    const { logger, lines } = recording();
    talk(fileSink('/nonexistent/{time}.ogg', { logger }));
    await expect.poll(() => lines.join('\n')).toContain('ENOENT');
  });

  test('rejects a path without {time}', () => {
    expect(() => fileSink('/tmp/talk.ogg')).toThrow(expect.objectContaining({ code: 'ERR_DEVICE_OPTIONS' }));
  });
});

describe('a process sink', () => {
  test('pipes the talk to ffmpeg with the configured output', async () => {
    const file = join(directory, 'ffmpeg.wav');
    talk(ffmpegSink({ args: ['-y', file] }));
    await expect.poll(() => sizeOf(file)).toBeGreaterThanOrEqual(300_000);
    await expect.poll(() => measureAudio(file).seconds).toBeCloseTo(2, 1);
    expect(measureAudio(file).meanDb).toBeGreaterThan(-25);
  });

  test('writes samples to a program’s stdin', async () => {
    const file = join(directory, 'samples');
    const command = script('keep', `cat > '${file}'`);
    talk(programSink({ command, sampleRate: 16_000 }));
    await expect.poll(() => sizeOf(file)).toBeGreaterThanOrEqual(2 * 16_000 * 2 - 2_000);
    expect(measureAudio(file, ['-f', 's16le', '-ar', '16000', '-ac', '1']).meanDb).toBeGreaterThan(-25);
  });

  test('delivers samples while the client is still talking', async () => {
    const file = join(directory, 'live-samples');
    const stream = programSink({ command: script('keep-live', `cat > '${file}'`) }).open(OPUS_CODEC);
    for (const packet of tone) stream.write(packet);
    await expect.poll(() => sizeOf(file)).toBeGreaterThanOrEqual(48_000);
    stream.close();
  });

  test('ends at once when the right to talk is withdrawn, whatever it has not played yet', async () => {
    const { logger, lines } = recording();
    const pidFile = join(directory, 'slow-pid');
    const command = script('slow', `echo $$ > '${pidFile}'; exec sleep 60`);
    const stream = programSink({ command, logger }).open(OPUS_CODEC);
    for (const packet of tone) stream.write(packet);
    await expect.poll(() => sizeOf(pidFile)).toBeGreaterThan(1);
    const pid = Number(readFileSync(pidFile, 'utf8'));
    stream.close(true);
    await expect.poll(() => existsSync(`/proc/${pid}`)).toBe(false);
    expect(lines).toEqual([]);
  });

  test('logs a process that dies and starts a new one for the next talk', async () => {
    const file = join(directory, 'starts');
    const { logger, lines } = recording();
    const sink = programSink({ command: script('die', `echo x >> '${file}'; exit 3`), logger });
    for (const count of [1, 2]) {
      const stream = sink.open(OPUS_CODEC);
      for (const packet of tone) stream.write(packet);
      await expect.poll(() => lines.filter((line) => line.includes('sink.failed'))).toHaveLength(count);
      for (const packet of tone) stream.write(packet);
      stream.close();
      expect(readFileSync(file, 'utf8')).toBe('x\n'.repeat(count));
    }
  });

  test('logs one explained warning for a process that writes many errors', async () => {
    const { logger, lines } = recording();
    const command = script(
      'complain',
      "for n in 1 2 3; do echo 'ALSA lib' $n >&2; done; echo '[alsa @ 0x1] cannot open audio device default (No such file or directory)' >&2; exit 1",
    );
    const stream = programSink({ command, logger }).open(OPUS_CODEC);
    for (const packet of tone) stream.write(packet);
    await expect.poll(() => lines).toHaveLength(1);
    expect(lines[0]).toContain('sink.failed');
    expect(lines[0]).toContain("there is no sound card 'default'");
    stream.close();
  });

  test('does not log secrets of the output address', async () => {
    const { logger, lines } = recording({ keepsDebug: true });
    const address = 'rtmp://127.0.0.1:9/live/cAnArY-key?token=cAnArY-token';
    talk(ffmpegSink({ args: ['-c:a', 'aac', '-f', 'flv', address], logger }));
    await expect.poll(() => lines.join('\n')).toContain('sink.failed');
    const command = script('repeat', 'echo "cannot write to $2" >&2; echo "$2" | cut -d/ -f5 >&2; exit 1');
    talk(programSink({ command, args: ['--to', address], logger }));
    await expect.poll(() => lines.filter((line) => line.includes('sink.failed'))).toHaveLength(2);
    expect(lines.join('\n')).toContain('127.0.0.1:9');
    expect(lines.join('\n')).not.toContain('cAnArY');
  });

  test.each([
    ['/nonexistent/program', 'ENOENT'],
    ['/etc/passwd/program', 'ENOTDIR'],
  ])('logs that %s is missing', async (command, code) => {
    const { logger, lines } = recording();
    talk(programSink({ command, logger }));
    await expect.poll(() => lines.join('\n')).toContain(code);
  });

  test('drops audio for a process that does not read, without blocking', async () => {
    const { logger, lines } = recording();
    const pidFile = join(directory, 'deaf-pid');
    const command = script('deaf', `echo $$ > '${pidFile}'; exec sleep 60`);
    const stream = programSink({ command, logger }).open(OPUS_CODEC);
    let timestamp = 0;
    const write = (): void => {
      for (const { payload, sequenceNumber } of tone) {
        stream.write({ payload, sequenceNumber, timestamp });
        timestamp += 960;
      }
    };
    await expect
      .poll(() => {
        for (let round = 0; round < 50; round += 1) write();
        return lines.join('\n');
      })
      .toContain('sink.stalled');
    process.kill(Number(readFileSync(pidFile, 'utf8')), 'SIGKILL');
    await expect.poll(() => lines.join('\n')).toContain('sink.failed');
    stream.close();
  });

  test('allows four concurrent talkers by default', () => {
    const { logger, lines } = recording();
    const folder = mkdtempSync(join(directory, 'files-'));
    const sink = fileSink(join(folder, '{time}.ogg'), { logger });
    const [first] = tone;
    if (first === undefined) throw new Error('no packets');
    const streams = Array.from({ length: 4 }, () => sink.open(OPUS_CODEC));
    for (const stream of streams) stream.write(first);
    expect(lines).toEqual([]);
    sink.open(OPUS_CODEC).write(first);
    expect(lines).toEqual([expect.stringContaining('sink.talk-refused')]);
    for (const stream of streams) stream.close();
  });

  test('allows maxTalkers concurrent talkers, and another when one stops', () => {
    const { logger, lines } = recording();
    const folder = mkdtempSync(join(directory, 'files-'));
    const sink = fileSink(join(folder, '{time}.ogg'), { maxTalkers: 2, logger });
    const streams = [1, 2, 3].map(() => sink.open(OPUS_CODEC));
    const [first] = tone;
    if (first === undefined) throw new Error('no packets');
    for (const stream of streams) stream.write(first);
    expect(lines).toEqual([expect.stringContaining('sink.talk-refused')]);
    for (const stream of streams) stream.close();
    sink.open(OPUS_CODEC).write(first);
    expect(lines).toHaveLength(1);
  });
});

test('the RTP sink sends to a host name, and logs one warning for a name that is not found', async () => {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  let arrivals = 0;
  socket.on('message', () => (arrivals += 1));
  const { port } = socket.address();
  const found = rtpSink({ host: 'localhost', port }).open(OPUS_CODEC);
  const packet = { payload: Uint8Array.of(1), sequenceNumber: 1, timestamp: 1 };
  await expect
    .poll(() => {
      found.write(packet);
      return arrivals;
    })
    .toBeGreaterThan(2);
  found.close();
  socket.close();
  const { logger, lines } = recording();
  // Too long for a host name: the system rejects it without a DNS query.
  const lost = rtpSink({ host: `${'x'.repeat(64)}.invalid`, port, logger }).open(OPUS_CODEC);
  await expect
    .poll(() => {
      lost.write(packet);
      return lines;
    })
    .toEqual([expect.stringMatching(/^sink\.host-not-found .*x\.invalid/u)]);
  lost.close();
});

test('the RTP sink sends with the configured payload type and the client’s sequence numbers and timestamps, each talk with its own SSRC', async () => {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const packets: Buffer[] = [];
  socket.on('message', (packet) => packets.push(packet));
  const sink = rtpSink({ host: '127.0.0.1', port: socket.address().port, codec: 'PCMU' });
  expect(sink.codecs).toEqual([PCMU_CODEC]);
  const streams = [sink.open(PCMU_CODEC), sink.open(PCMU_CODEC)];
  for (const stream of streams)
    stream.write({ payload: Uint8Array.of(1, 2, 3), sequenceNumber: 65_535, timestamp: 0xffff_ffff });
  await expect.poll(() => packets).toHaveLength(2);
  for (const stream of streams) stream.close();
  socket.close();
  for (const packet of packets) {
    expect(packet.subarray(0, 8).toString('hex')).toBe('8000ffffffffffff');
    expect([...packet.subarray(12)]).toEqual([1, 2, 3]);
  }
  expect(packets[0]?.readUInt32BE(8)).not.toBe(packets[1]?.readUInt32BE(8));
});
