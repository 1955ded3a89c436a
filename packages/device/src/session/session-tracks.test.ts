/** @module The tracks of a session whose sources connect, disconnect, fail and have several codecs. */
import { silentLogger, type Metadata } from '@longwire/protocol';
import { describe, expect, test } from 'vitest';
import { OPUS_CODEC, PCMU_CODEC } from '../media/audio-codecs.ts';
import { CountingAudioSink, type AudioSink } from '../media/audio-sink.ts';
import { createTransport } from '../media/bandwidth/media-transport.fixture.ts';
import { writeRtpPacket } from '../media/rtp/rtp-packet.ts';
import { ManualClock } from '@longwire/testing/clock';
import type { MediaCodec, MediaCodecName, MediaSource, SourceHealth } from '../media/media-source.ts';
import { MediaLine } from '../peer/media-line.ts';
import type { MediaLineDescription } from '../sdp/media-section.ts';
import type { MediaDirection, SdpCodec, SdpMedia } from '../sdp/sdp-media.ts';
import { SessionTracks } from './session-tracks.ts';
import { TrackCatalog } from './track-catalog.ts';

const video = (name: MediaCodecName): MediaCodec => ({
  kind: 'video',
  name,
  clockRate: 90_000,
  parameters: name === 'H264' ? 'packetization-mode=1;profile-level-id=42e01f' : '',
});

/** A source whose state the test controls. */
class LedSource implements MediaSource {
  kind: MediaCodec['kind'] = 'video';
  readonly watched: string[] = [];
  readonly #listeners = new Set<() => void>();
  codecs: readonly MediaCodec[];
  health: SourceHealth = { kind: 'ok' };

  constructor(...codecs: readonly MediaCodec[]) {
    this.codecs = codecs;
  }

  get listenerCount(): number {
    return this.#listeners.size;
  }

  on(_event: 'change', listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  subscribe(_viewer: unknown, { name }: MediaCodec): { refresh: () => void; close: () => void } {
    this.watched.push(name);
    const close = (): void => void this.watched.splice(this.watched.indexOf(name), 1);
    return { refresh: () => undefined, close };
  }

  become(health: SourceHealth, ...codecs: readonly MediaCodec[]): void {
    this.health = health;
    if (codecs.length > 0) this.codecs = codecs;
    for (const listener of this.#listeners) listener();
  }
}

const failing = (message: string): SourceHealth => ({ kind: 'failing', message });
const well: SourceHealth = { kind: 'ok' };

function setUp(source: MediaSource, sink?: AudioSink) {
  const clock = new ManualClock(0);
  const rights = { see: true, hear: true, talk: true };
  const catalog = new TrackCatalog();
  catalog.addSource('camera', source);
  if (sink !== undefined) catalog.addSink('camera', sink);
  catalog.addSource('hall', { ...silentSource, codecs: [PCMU_CODEC, OPUS_CODEC] });
  const lines = new Map<string, MediaLine>();
  const offers: Metadata[] = [];
  const findLine = (description: MediaLineDescription): MediaLine => {
    const rtpTrack = { send: () => true };
    const options = { description, rtpTrack, transport: createTransport(), logger: silentLogger };
    const line = lines.get(description.mid) ?? new MediaLine(options);
    lines.set(description.mid, line);
    line.on('closed', () => lines.delete(description.mid));
    line.open();
    return line;
  };
  const tracks: SessionTracks = new SessionTracks({
    logger: silentLogger,
    catalog,
    cname: 'c',
    rights: () => rights,
    findLine,
    offer: () => offers.push(tracks.takeMetadata({ hasAnnounced: true })),
    handleWatched: () => undefined,
    clock,
  });
  const describe = (mid: string): MediaLineDescription | undefined => lines.get(mid)?.description;
  const takeBack = (mid: string): void => lines.get(mid)?.close();
  const direction = (mid: string): MediaDirection | undefined => lines.get(mid)?.direction;
  const receive = (mid: string, packet: Uint8Array): void => lines.get(mid)?.handlePacket(packet);
  return { clock, rights, tracks, offers, describe, direction, takeBack, receive };
}

describe('sources of an expected viewer', () => {
  test.each([
    [{ see: true, hear: true }, ['video', 'audio']],
    [{ see: true, hear: false }, ['video']],
    [{ see: false, hear: false }, []],
  ])('are prepared as far as the rights %o allow: %o', (rights, expected) => {
    const prepared: string[] = [];
    const catalog = new TrackCatalog();
    for (const name of ['door', 'gate'])
      for (const kind of ['video', 'audio'] as const)
        catalog.addSource(`${name}-${kind}`, {
          ...silentSource,
          kind,
          prepare: () => prepared.push(name === 'door' ? kind : `${name}-${kind}`),
        });
    const tracks = new SessionTracks({
      catalog,
      cname: 'c',
      rights: () => ({ ...rights, talk: false }),
      findLine: () => {
        throw new Error('no line is needed');
      },
      offer: () => undefined,
      handleWatched: () => undefined,
      logger: silentLogger,
    });
    tracks.prepare();
    tracks.close();
    expect(prepared).toEqual(expected);
  });
});

const silentSource: MediaSource = {
  kind: 'audio',
  codecs: [],
  health: well,
  on: () => () => undefined,
  subscribe: () => ({ refresh: () => undefined, close: () => undefined }),
};

const line = (
  mid: string,
  direction: MediaDirection,
  codecs: readonly SdpCodec[],
  kind = 'video',
): SdpMedia => ({
  kind,
  mid,
  direction,
  isRejected: false,
  codecs,
});
const sdp = (payloadType: number, name: string, parameters = ''): SdpCodec => ({
  payloadType,
  name,
  clockRate: 90_000,
  channels: undefined,
  parameters,
});
const track = (fault: object = {}): object => ({ mid: 'd0', trackId: 'camera', ...fault });

describe('a line', () => {
  const offer = [line('0', 'recvonly', [sdp(96, 'VP8')])];

  test('can be offered again after it was rolled back with its offer', () => {
    const source = new LedSource(video('VP8'));
    const { tracks, takeBack, describe } = setUp(source);
    tracks.handleOffer(offer, { tracks: [{ mid: '0', trackId: 'camera' }] });
    const first = describe('0');
    takeBack('0');
    expect(source.watched).toEqual([]);
    tracks.handleOffer(offer, {});
    expect(source.watched).toEqual(['VP8']);
    expect(describe('0')).not.toBe(first);
  });

  test('keeps its track even after the client made the device drop its metadata', () => {
    const source = new LedSource(video('VP8'));
    const { tracks, offers } = setUp(source);
    tracks.handleOffer(offer, { tracks: [{ mid: '0', trackId: 'camera' }] });
    for (let count = 0; count < 64; count += 1)
      tracks.handleOffer([line(`m${count}`, 'inactive', [], 'text')], {
        tracks: [{ mid: `m${count}`, trackId: 'x' }],
      });
    tracks.handleOffer(offer, { tracks: [{ mid: '0', trackId: 'hall' }] });
    tracks.open(['nothing', 'camera']);
    expect(offers.at(-1)?.tracks).toContainEqual({ mid: '0', trackId: 'camera' });
    expect(source.watched).toEqual(['VP8']);
  });
});

describe('a source with several codecs', () => {
  test('offers them all and sends the first that the client accepts', () => {
    const source = new LedSource(video('H265'), video('H264'), video('VP8'));
    const { tracks, describe } = setUp(source);
    tracks.open(['camera']);
    const offered = describe('d0')?.codecs ?? [];
    expect(offered.map(({ name }) => name)).toEqual(['H265', 'H264', 'VP8']);
    expect(new Set(offered.map(({ payloadType }) => payloadType)).size).toBe(3);
    tracks.handleAnswer([line('d0', 'recvonly', offered.slice(1))], {});
    expect(source.watched).toEqual(['H264']);
  });

  test("sends the second codec if only that is on the client's line", () => {
    const source = new LedSource(video('H265'), video('VP8'));
    const { tracks, describe } = setUp(source);
    const offer = [line('0', 'recvonly', [sdp(102, 'H264', 'packetization-mode=1'), sdp(96, 'VP8')])];
    tracks.handleOffer(offer, { tracks: [{ mid: '0', trackId: 'camera' }] });
    expect(describe('0')?.codecs).toEqual([sdp(96, 'VP8')]);
    expect(source.watched).toEqual(['VP8']);
  });

  test('sends the preferred audio codec that is offered', () => {
    const { tracks, describe } = setUp(new LedSource(video('VP8')));
    const pcmu: SdpCodec = { ...sdp(0, 'PCMU'), clockRate: 8_000 };
    const opus: SdpCodec = { ...sdp(111, 'opus'), clockRate: 48_000, channels: 2 };
    tracks.handleOffer([line('0', 'recvonly', [opus, pcmu], 'audio')], {
      tracks: [{ mid: '0', trackId: 'hall' }],
    });
    expect(describe('0')?.codecs).toEqual([pcmu, opus]);
  });

  test('reports INVALID_CODECS with a reason if the client accepts none', () => {
    const source = new LedSource(video('H265'));
    const { tracks, offers } = setUp(source);
    tracks.open(['camera']);
    tracks.handleAnswer([line('d0', 'recvonly', [sdp(96, 'VP8')])], {});
    expect(source.watched).toEqual([]);
    expect(offers.at(-1)?.tracks).toEqual([
      track({ error: 'INVALID_CODECS', message: expect.stringContaining('sends H.265, which this browser') }),
    ]);
  });
});

describe('a source that has not been reached', () => {
  test('is reported as such, and offered once it is reached', () => {
    const source = new LedSource();
    source.health = failing('The camera does not answer.');
    const { tracks, offers, describe, clock } = setUp(source);
    expect(tracks.open(['camera'])).toBe(true);
    expect(offers.at(-1)?.tracks).toEqual([
      { trackId: 'camera', error: 'UNKNOWN_ERROR', message: 'The camera does not answer.' },
    ]);
    source.become(well, video('H264'));
    expect(offers.at(-1)?.tracks).toEqual([track()]);
    expect(describe('d0')?.codecs).toMatchObject([{ name: 'H264' }]);
    source.become(well);
    clock.advance(5_000);
    expect(offers).toHaveLength(2);
  });

  test("is reported on a client's line, and offered later on a line of the device", () => {
    const source = new LedSource();
    const { tracks, offers } = setUp(source);
    tracks.handleOffer([line('0', 'recvonly', [sdp(96, 'VP8')])], {
      tracks: [{ mid: '0', trackId: 'camera' }],
    });
    expect(tracks.takeMetadata({ hasAnnounced: true }).tracks).toEqual([
      {
        mid: '0',
        trackId: 'camera',
        error: 'UNKNOWN_ERROR',
        message: 'The camera has not been reached yet.',
      },
    ]);
    source.become(well, video('VP8'));
    expect(offers.at(-1)?.tracks).toContainEqual(track());
  });
});

describe('a source that fails', () => {
  test('is reported, and so is its recovery', () => {
    const source = new LedSource(video('VP8'));
    const { tracks, offers, clock } = setUp(source);
    tracks.open(['camera']);
    source.become(failing('The camera is gone.'));
    expect(offers.at(-1)?.tracks).toEqual([
      track({ error: 'UNKNOWN_ERROR', message: 'The camera is gone.' }),
    ]);
    clock.advance(1_000);
    source.become(well);
    expect(offers.at(-1)).toEqual({ tracks: [track()], status: 'OK' });
  });

  test('and recovers repeatedly causes at most one offer a second, with the current state', () => {
    const source = new LedSource(video('VP8'));
    const { tracks, offers, clock } = setUp(source);
    tracks.open(['camera']);
    for (let count = 0; count < 100; count += 1) {
      source.become(failing(`Attempt ${count}.`));
      source.become(well);
      clock.advance(50);
    }
    expect(offers.length).toBeLessThanOrEqual(7);
    clock.advance(1_000);
    expect(offers.at(-1)).toEqual({ tracks: [track()], status: 'OK' });
  });

  test('before it is requested is reported immediately', () => {
    const source = new LedSource(video('VP8'));
    source.health = failing('The camera is gone.');
    const { tracks, offers } = setUp(source);
    tracks.open(['camera']);
    expect(offers.at(-1)?.tracks).toMatchObject([{ error: 'UNKNOWN_ERROR', message: 'The camera is gone.' }]);
  });

  test('is not observed by a closed session', () => {
    const source = new LedSource(video('VP8'));
    const { tracks, offers, clock } = setUp(source);
    tracks.open(['camera']);
    source.become(failing('The camera is gone.'));
    source.become(well);
    tracks.close();
    expect(source.listenerCount).toBe(0);
    clock.advance(5_000);
    expect(offers).toHaveLength(2);
  });
});

describe('a client that talks', () => {
  const opus: SdpCodec = { ...sdp(111, 'opus'), clockRate: 48_000, channels: 2 };
  const metadata = { tracks: [{ mid: '0', trackId: 'camera' }] };

  /** A talk whose packets have reached the sink. */
  function setUpTalk() {
    const closings: unknown[] = [];
    const sink: AudioSink = {
      open: () => ({ write: () => undefined, close: (isWithdrawn) => closings.push(isWithdrawn) }),
    };
    const source = new LedSource(OPUS_CODEC);
    source.kind = 'audio';
    const session = setUp(source, sink);
    session.tracks.handleOffer([line('0', 'sendonly', [opus], 'audio')], metadata);
    const header = { marker: false, payloadType: 111, sequenceNumber: 1, timestamp: 0, ssrc: 1 };
    session.receive('0', writeRtpPacket(header, { header: new Uint8Array(0), body: Uint8Array.of(1) }));
    return { ...session, closings };
  }

  test('and loses the right ends at the sink as withdrawn', () => {
    const { rights, tracks, direction, closings } = setUpTalk();
    tracks.recheck();
    expect(closings).toEqual([]);
    rights.talk = false;
    tracks.recheck();
    expect(direction('0')).toBe('inactive');
    tracks.close();
    expect(closings).toEqual([true]);
  });

  test.each<[string, (session: ReturnType<typeof setUpTalk>) => void]>([
    ['stops', ({ tracks }) => tracks.handleOffer([line('0', 'inactive', [opus], 'audio')], metadata)],
    ['goes', ({ tracks }) => tracks.close()],
    [
      'loses the right to hear only, and goes',
      ({ rights, tracks }) => {
        rights.hear = false;
        tracks.recheck();
        tracks.close();
      },
    ],
  ])('and %s ends at the sink normally', (_how, end) => {
    const session = setUpTalk();
    end(session);
    expect(session.closings).toEqual([false]);
  });
});

/** The codecs of a line of the device. */
const offered = (
  { describe }: Pick<ReturnType<typeof setUp>, 'describe'>,
  mid: string,
): readonly SdpCodec[] => describe(mid)?.codecs ?? [];

describe('a source whose codec changes', () => {
  test('moves to a new line', () => {
    const source = new LedSource(video('H264'));
    const session = setUp(source);
    const { tracks, offers, describe } = session;
    tracks.open(['camera']);
    tracks.handleAnswer([line('d0', 'recvonly', offered(session, 'd0'))], {});
    source.become(well, video('H265'));
    expect(source.watched).toEqual([]);
    expect(describe('d0')).toBeUndefined();
    expect(describe('d1')?.codecs).toMatchObject([{ name: 'H265' }]);
    expect(offers.slice(1)).toEqual([{ tracks: [track(), track({ mid: 'd1' })], status: 'OK' }]);
    tracks.handleAnswer([line('d1', 'recvonly', offered(session, 'd1'))], {});
    expect(source.watched).toEqual(['H265']);
  });

  test("also leaves a client's line", () => {
    const source = new LedSource(video('VP8'));
    const { tracks, describe } = setUp(source);
    tracks.handleOffer([line('0', 'recvonly', [sdp(96, 'VP8')])], {
      tracks: [{ mid: '0', trackId: 'camera' }],
    });
    expect(source.watched).toEqual(['VP8']);
    source.become(well, video('VP9'));
    expect(source.watched).toEqual([]);
    expect(describe('0')).toBeUndefined();
    expect(describe('d0')?.codecs).toMatchObject([{ name: 'VP9' }]);
  });

  test('before the client answers moves to a new line, whatever the answer says about the first', () => {
    const source = new LedSource(video('H264'));
    const session = setUp(source);
    const { tracks, offers } = session;
    tracks.open(['camera']);
    const first = offered(session, 'd0');
    source.become(well, video('VP8'));
    tracks.handleAnswer([line('d0', 'recvonly', first)], {});
    expect(source.watched).toEqual([]);
    tracks.handleAnswer([line('d1', 'recvonly', offered(session, 'd1'))], {});
    expect(source.watched).toEqual(['VP8']);
    expect(offers.at(-1)?.status).toBe('OK');
  });

  test('to one that the client cannot play is reported, and offered again once it is playable', () => {
    const source = new LedSource(video('H264'));
    const session = setUp(source);
    const { tracks, offers, clock } = session;
    tracks.open(['camera']);
    tracks.handleAnswer([line('d0', 'recvonly', offered(session, 'd0'))], {});
    source.become(well, video('H265'));
    tracks.handleAnswer([{ ...line('d1', 'inactive', []), isRejected: true }], {});
    const message: unknown = expect.stringContaining('sends H.265, which this browser');
    expect(offers.at(-1)?.tracks).toEqual([track(), track({ mid: 'd1', error: 'INVALID_CODECS', message })]);
    clock.advance(1_000);
    source.become(well);
    expect(offers).toHaveLength(3);
    source.become(well, video('H264'));
    expect(offers.at(-1)).toEqual({
      tracks: [track(), track({ mid: 'd1' }), track({ mid: 'd2' })],
      status: 'OK',
    });
  });

  test('leaves a line that also receives audio open for receiving', () => {
    const source = new LedSource(OPUS_CODEC);
    source.kind = 'audio';
    const session = setUp(source, new CountingAudioSink());
    const { tracks, direction } = session;
    tracks.open(['camera']);
    tracks.handleAnswer([line('d0', 'sendrecv', offered(session, 'd0'), 'audio')], {});
    expect(direction('d0')).toBe('sendrecv');
    source.become(well, PCMU_CODEC);
    expect(source.watched).toEqual([]);
    expect(direction('d0')).toBe('recvonly');
    tracks.handleAnswer([line('d1', 'recvonly', offered(session, 'd1'), 'audio')], {});
    expect(source.watched).toEqual(['PCMU']);
  });

  test('stays on its line while the sent codec is still available', () => {
    const source = new LedSource(video('H264'));
    const session = setUp(source);
    const { tracks, offers } = session;
    tracks.open(['camera']);
    tracks.handleAnswer([line('d0', 'recvonly', offered(session, 'd0'))], {});
    source.become(well, video('H265'), video('H264'));
    expect(source.watched).toEqual(['H264']);
    expect(offers).toHaveLength(1);
  });
});
