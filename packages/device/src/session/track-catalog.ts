/** @module The sources and sinks of a device, by track id. */
import { EdgeError, given } from '@longwire/protocol';
import type { AudioSink } from '../media/audio-sink.ts';
import type { MediaCodecName, MediaSource } from '../media/media-source.ts';

/** The source, the sink or both of one track id. */
export interface CatalogEntry {
  /** Words for people, such as `Front door`. */
  readonly title?: string;
  readonly source?: MediaSource;
  readonly sink?: AudioSink;
}

/** How a track is listed. */
export interface TrackOptions {
  /** Words for people, such as `Front door`; clients show the track id without them. */
  readonly title?: string | undefined;
}

/** The tracks that a client gets if it requests none by id. */
export interface DefaultTracks {
  readonly videoTrackId?: string;
  readonly audioTrackId?: string;
}

/** A track in the list for clients. */
export interface ListedTrack {
  readonly trackId: string;
  /** Words for people; absent if the device has none. */
  readonly title?: string;
  readonly kind: 'video' | 'audio';
  /** From the device's view: `sendonly` has a source, `recvonly` a sink, `sendrecv` both. */
  readonly direction: 'sendonly' | 'recvonly' | 'sendrecv';
  /** SDP encoding names, preferred first, without invalid ones; absent until the codecs are known. */
  readonly codecs?: readonly MediaCodecName[];
}

/** A valid SDP encoding name. Reason: an application's source may return any string, and clients show it to users. */
const CODEC_NAME = /^[\w.-]{1,32}$/u;

/** All tracks of a device. One id may have a source and a sink: two-way audio. */
export class TrackCatalog {
  readonly #entries = new Map<string, CatalogEntry>();

  /** The first source of each kind. */
  get defaults(): DefaultTracks {
    const [videoTrackId, audioTrackId] = (['video', 'audio'] as const).map((kind) =>
      [...this.#entries.keys()].find((trackId) => this.#entries.get(trackId)?.source?.kind === kind),
    );
    return given({ videoTrackId, audioTrackId });
  }

  /** All tracks in the order in which they were added. */
  get list(): readonly ListedTrack[] {
    return [...this.#entries].map(([trackId, { title, source, sink }]) => {
      const direction = source === undefined ? 'recvonly' : sink === undefined ? 'sendonly' : 'sendrecv';
      const codecs = [...new Set(source?.codecs.map(({ name }) => name))].filter((name) =>
        CODEC_NAME.test(name),
      );
      return {
        trackId,
        ...(title !== undefined && { title }),
        kind: source?.kind ?? 'audio',
        direction,
        ...(codecs.length > 0 && { codecs }),
      };
    });
  }

  /** Adds a source. @throws EdgeError ERR_DEVICE_OPTIONS if the id is empty or already has a source. */
  addSource(trackId: string, source: MediaSource, { title }: TrackOptions = {}): void {
    this.#add(trackId, 'source', { source, ...(title !== undefined && { title }) });
  }

  /** Adds a sink. @throws EdgeError ERR_DEVICE_OPTIONS if the id is empty or already has a sink. */
  addSink(trackId: string, sink: AudioSink): void {
    this.#add(trackId, 'sink', { sink });
  }

  /** The source and sink of an id; undefined for an unknown id. */
  get(trackId: string): CatalogEntry | undefined {
    return this.#entries.get(trackId);
  }

  #add(trackId: string, role: keyof CatalogEntry, part: CatalogEntry): void {
    const entry = this.#entries.get(trackId);
    if (trackId === '')
      throw new EdgeError('ERR_DEVICE_OPTIONS', `cannot add a ${role}: its track id is empty`);
    if (entry?.[role] !== undefined)
      throw new EdgeError('ERR_DEVICE_OPTIONS', `track "${trackId}" already has a ${role}`);
    this.#entries.set(trackId, { ...entry, ...part });
  }
}
