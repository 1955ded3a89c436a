/** @module What a device can show, play and hear, by track id. */
import { EdgeError } from '@longwire/protocol';
import type { AudioSink } from '../media/audio-sink.ts';
import type { MediaCodecName, MediaSource } from '../media/media-source.ts';

/** The source and the sink of one track id; at least one of them. */
export interface CatalogEntry {
  readonly source?: MediaSource;
  readonly sink?: AudioSink;
}

/** The tracks that a client gets when it does not name any. */
export interface DefaultTracks {
  readonly videoTrackId?: string;
  readonly audioTrackId?: string;
}

/** A track as a client is told of it. */
export interface ListedTrack {
  readonly trackId: string;
  readonly kind: 'video' | 'audio';
  /** As the device sees it: what it plays to whoever asks, what it hears from whoever talks, or both. */
  readonly direction: 'sendonly' | 'recvonly' | 'sendrecv';
  /** What it can be sent as, in the words of SDP, preferred first, without names that SDP has not; absent while that is not known. */
  readonly codecs?: readonly MediaCodecName[];
}

/** Such as the encoding names of SDP. Reason: a source of an application's own can say anything, and clients put it into sentences. */
const CODEC_NAME = /^[\w.-]{1,32}$/u;

/** Every track of a device. One id may have a source and a sink: sound both ways. */
export class TrackCatalog {
  readonly #entries = new Map<string, CatalogEntry>();

  /** The first source of each kind. */
  get defaults(): DefaultTracks {
    const [videoTrackId, audioTrackId] = (['video', 'audio'] as const).map((kind) =>
      [...this.#entries.keys()].find((trackId) => this.#entries.get(trackId)?.source?.kind === kind),
    );
    return {
      ...(videoTrackId === undefined ? {} : { videoTrackId }),
      ...(audioTrackId === undefined ? {} : { audioTrackId }),
    };
  }

  /** Every track, in the order they were added. */
  get list(): readonly ListedTrack[] {
    return [...this.#entries].map(([trackId, { source, sink }]) => {
      const direction = source === undefined ? 'recvonly' : sink === undefined ? 'sendonly' : 'sendrecv';
      const codecs = [...new Set(source?.codecs.map(({ name }) => name))].filter((name) =>
        CODEC_NAME.test(name),
      );
      return { trackId, kind: source?.kind ?? 'audio', direction, ...(codecs.length > 0 && { codecs }) };
    });
  }

  /** Adds a source. @throws EdgeError ERR_DEVICE_OPTIONS for an id that has one already. */
  addSource(trackId: string, source: MediaSource): void {
    this.#add(trackId, 'source', { source });
  }

  /** Adds a sink. @throws EdgeError ERR_DEVICE_OPTIONS for an id that has one already. */
  addSink(trackId: string, sink: AudioSink): void {
    this.#add(trackId, 'sink', { sink });
  }

  /** What an id stands for, or undefined for one that is not known. */
  get(trackId: string): CatalogEntry | undefined {
    return this.#entries.get(trackId);
  }

  #add(trackId: string, role: keyof CatalogEntry, part: CatalogEntry): void {
    const entry = this.#entries.get(trackId);
    if (trackId === '' || entry?.[role] !== undefined)
      throw new EdgeError('ERR_DEVICE_OPTIONS', `track id expected to be new as a ${role}, got '${trackId}'`);
    this.#entries.set(trackId, { ...entry, ...part });
  }
}
