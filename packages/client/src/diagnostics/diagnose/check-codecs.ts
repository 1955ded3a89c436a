/** @module Checks whether the browser can play the device's tracks by requesting them. */
import { EdgeError, StatusError, waitFor } from '@longwire/protocol/base';
import type { Connection } from '../../connection/connection.ts';
import { TrackError } from '../../peer/track-error.ts';
import { listTracks, type ListedTrack } from '../../session/tracks/list-tracks.ts';
import { bad, good, skipped, warning, type Verdict } from './finding.ts';
import { codeOf } from './judge-peer.ts';

const TRACKS_PATH = '/webrtc/tracks';
const CREATED = 201;
const JSON_FORMAT = 50;
const KINDS = ['video', 'audio'] as const;
/** Codecs that every browser plays, by kind of track, and how to make a device send them. */
const PLAYED = {
  video: 'for a picture H.264 or VP8 (in device.toml: transcode = true)',
  audio: 'for a sound Opus or G.711 (PCMU or PCMA)',
} as const;
/** The track error of PROTOCOL.md section 2. */
const NO_CODEC = 'INVALID_CODECS';
/** Statuses for missing permission. */
const NOT_ALLOWED: ReadonlySet<number> = new Set([401, 403]);

/** Options of {@link checkCodecs}. */
export interface CodecCheck {
  readonly connection: Connection;
  /** The device's default tracks unless given. */
  readonly tracks: readonly string[] | undefined;
  /** Resolves when no offer is pending. */
  readonly negotiated: (signal: AbortSignal) => Promise<void>;
}

/** The result of one track. */
interface TrackOutcome {
  readonly trackId: string;
  readonly codecs: readonly string[];
  readonly error?: string;
  readonly message?: string;
  /** The codecs that the device offers, if this browser can play none of them. */
  readonly offered?: readonly string[];
  readonly kind?: 'video' | 'audio';
}

/** Requests the tracks and judges the arrivals. */
export async function checkCodecs(
  { connection, tracks, negotiated }: CodecCheck,
  signal: AbortSignal,
): Promise<Verdict> {
  const asked = tracks ?? (await defaultTracks(connection, signal));
  if (asked === 'not allowed') return notAllowed();
  if (asked === 'unknown') return skipped('codecs', 'the device does not list default tracks', 'not-needed');
  if (asked.length === 0) return skipped('codecs', 'the device has no default tracks', 'not-needed');
  const arrivals = new Map<string, Arrival>();
  const offs = watchTracks(connection, arrivals);
  try {
    const { statusCode } = await connection.request('POST', TRACKS_PATH, {
      payload: JSON.stringify({ tracks: asked }),
      contentFormat: JSON_FORMAT,
      signal,
    });
    if (NOT_ALLOWED.has(statusCode)) return notAllowed();
    if (statusCode !== CREATED)
      return failed(`the device has none of the tracks (${statusCode})`, { statusCode });
    await settled(connection, asked, arrivals, signal);
    await negotiated(signal);
  } finally {
    for (const off of offs) off();
  }
  const outcomes = asked.map((trackId) => outcomeOf(trackId, arrivals.get(trackId)));
  if (!outcomes.some(isUnplayable)) return judge(outcomes);
  const listed = await offeredTracks(connection, signal);
  return judge(outcomes.map((each) => withOffer(each, listed)));
}

function isUnplayable({ error }: TrackOutcome): boolean {
  return error === NO_CODEC;
}

function withOffer(outcome: TrackOutcome, listed: readonly ListedTrack[]): TrackOutcome {
  const track = listed.find(({ trackId }) => trackId === outcome.trackId);
  if (!isUnplayable(outcome) || track === undefined || track.codecs.length === 0) return outcome;
  const { codecs: offered, kind } = track;
  return { ...outcome, offered, ...(kind !== undefined && { kind }) };
}

/** The tracks that the device lists; none if it does not answer: the failure that they explain is reported already. */
async function offeredTracks(connection: Connection, signal: AbortSignal): Promise<readonly ListedTrack[]> {
  try {
    return (await listed(connection, signal)) ?? [];
  } catch (error) {
    if (error instanceof EdgeError) return [];
    throw error;
  }
}

function listed(connection: Connection, signal: AbortSignal): Promise<readonly ListedTrack[] | undefined> {
  return listTracks((path) => connection.request('GET', path, { signal }));
}

/** The device's default tracks. */
async function defaultTracks(
  connection: Connection,
  signal: AbortSignal,
): Promise<readonly string[] | 'not allowed' | 'unknown'> {
  try {
    const tracks = await listed(connection, signal);
    return tracks?.filter(({ isDefault }) => isDefault).map(({ trackId }) => trackId) ?? 'unknown';
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
    return NOT_ALLOWED.has(error.statusCode) ? 'not allowed' : 'unknown';
  }
}

/** The arrival of a track, or why it did not arrive. */
interface Arrival {
  readonly transceiver?: RTCRtpTransceiver;
  readonly error?: string | undefined;
  readonly message?: string | undefined;
}

function watchTracks(connection: Connection, arrivals: Map<string, Arrival>): (() => void)[] {
  return [
    connection.on('track', ({ trackId, error, message, transceiver }) => {
      if (trackId !== undefined) arrivals.set(trackId, { transceiver, error, message });
    }),
    connection.on('warning', (error) => {
      if (!(error instanceof TrackError)) return;
      const { trackId, reason, deviceMessage } = error;
      arrivals.set(trackId, { error: reason, message: deviceMessage });
    }),
  ];
}

/** To be called after negotiation: a media line that this browser refused is stopped then. */
function outcomeOf(trackId: string, { transceiver, error, message }: Arrival = {}): TrackOutcome {
  const codecs = transceiver === undefined ? [] : codecsOf(transceiver);
  const isRefused =
    transceiver?.currentDirection === 'stopped' || transceiver?.currentDirection === 'inactive';
  const failure = error ?? (isRefused ? NO_CODEC : undefined);
  return {
    trackId,
    codecs: failure === undefined ? codecs : [],
    ...(failure === undefined ? {} : { error: failure }),
    ...(message === undefined ? {} : { message }),
  };
}

/** The negotiated codecs, if the browser reports them. */
function codecsOf({ receiver }: RTCRtpTransceiver): string[] {
  const codecs = 'getParameters' in receiver ? receiver.getParameters().codecs : [];
  return [...new Set(codecs.map(({ mimeType }) => mimeType.split('/').at(-1) ?? mimeType))];
}

/** Waits until every track has arrived or failed. */
async function settled(
  connection: Connection,
  asked: readonly string[],
  arrivals: ReadonlyMap<string, Arrival>,
  signal: AbortSignal,
): Promise<void> {
  await waitFor<void>({ owner: signal }, ({ resolve, reject }) => {
    const look = (): void => {
      if (asked.every((trackId) => arrivals.has(trackId))) resolve();
    };
    const offs = [
      connection.on('track', look),
      connection.on('warning', look),
      connection.on('close', (error) => reject(error)),
    ];
    look();
    return () => offs.forEach((off) => off());
  });
}

function judge(all: readonly TrackOutcome[]): Verdict {
  const facts = { tracks: all.map((outcome) => ({ ...outcome })) };
  const describe = ({ trackId, message, offered }: TrackOutcome): string => {
    const why = message ?? offered?.join(', ');
    return why === undefined ? trackId : `${trackId} (${why})`;
  };
  const unplayable = all.filter(isUnplayable);
  if (unplayable.length > 0)
    return bad('codecs', {
      code: 'no-common-codec',
      text: `this browser cannot play the format of ${unplayable.map(describe).join(', ')}`,
      todo: `use another browser, or have the device send ${todoFor(unplayable)}`,
      facts,
    });
  const others = all.filter(({ error }) => error !== undefined);
  if (others.length > 0)
    return failed(
      `the device does not send ${others.map((each) => `${describe(each)}: ${each.error}`).join(', ')}`,
      facts,
    );
  const played = all.map(({ trackId, codecs: [first] }) =>
    first === undefined ? trackId : `${trackId} in ${first}`,
  );
  return good('codecs', `the browser plays ${played.join(', ')}`, facts);
}

/** The codecs for video, audio or both; both if the device does not report the kind of a track. */
function todoFor(unplayable: readonly TrackOutcome[]): string {
  const isConcerned = (wanted: 'video' | 'audio'): boolean =>
    unplayable.some(({ kind = wanted }) => kind === wanted);
  return KINDS.filter(isConcerned)
    .map((kind) => PLAYED[kind])
    .join(', and ');
}

function failed(text: string, facts: NonNullable<Verdict['facts']>): Verdict {
  return bad('codecs', {
    code: 'track-failed',
    text,
    todo: "check the names of the tracks and the cameras: 'longwire-device doctor' on the device looks at each",
    facts,
  });
}

function notAllowed(): Verdict {
  return warning('codecs', {
    code: 'forbidden',
    text: 'your role does not allow this: the tracks could not be checked',
    todo: 'give a user name and password; an administrator of the device can change your role',
  });
}

/** The verdict on a check that failed or timed out. */
export function judgeBrokenCodecs(error: unknown): Verdict {
  if (error === undefined)
    return bad('codecs', {
      code: 'no-answer',
      text: 'the device did not offer the tracks in time',
      todo: "try again; if it keeps failing, read the device's log",
    });
  return failed('the connection ended while the tracks were checked', { error: codeOf(error) });
}
