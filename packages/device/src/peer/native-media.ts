/** @module A media line in the words of node-datachannel. */
import { Audio, Video, type Direction } from 'node-datachannel';
import type { MediaDirection, SdpCodec } from './sdp-media.ts';

/** What the device says on one media line. */
export interface MediaLineDescription {
  readonly mid: string;
  readonly kind: 'audio' | 'video';
  readonly direction: MediaDirection;
  readonly codec: SdpCodec;
  /** The source of what the device sends on the line, if it sends. */
  readonly sender?: MediaLineSender;
}

/** The identifiers of one sent stream. */
export interface MediaLineSender {
  readonly ssrc: number;
  /** The same for all streams of one session, so that they are played in step (RFC 8834 section 4.9). */
  readonly cname: string;
  /** What the browser shows as the stream's and the track's id. */
  readonly streamId: string;
  readonly trackId: string;
}

const DIRECTIONS = {
  sendrecv: 'SendRecv',
  sendonly: 'SendOnly',
  recvonly: 'RecvOnly',
  inactive: 'Inactive',
} as const satisfies Record<MediaDirection, Direction>;

/** The line as the library takes it. */
export function nativeMedia({ mid, kind, direction, codec, sender }: MediaLineDescription): Audio | Video {
  const media =
    kind === 'video'
      ? videoLine(mid, DIRECTIONS[direction], codec)
      : audioLine(mid, DIRECTIONS[direction], codec);
  if (sender !== undefined) media.addSSRC(sender.ssrc, sender.cname, sender.streamId, sender.trackId);
  return media;
}

function videoLine(mid: string, direction: Direction, codec: SdpCodec): Video {
  const video = new Video(mid, direction);
  video.addVideoCodec(codec.payloadType, codec.name, ...fmtp(codec));
  return video;
}

function audioLine(mid: string, direction: Direction, codec: SdpCodec): Audio {
  const audio = new Audio(mid, direction);
  const channels = codec.channels === undefined ? '' : `/${codec.channels}`;
  audio.addAudioCodec(codec.payloadType, `${codec.name}/${codec.clockRate}${channels}`, ...fmtp(codec));
  return audio;
}

/** An empty text would become an empty line. */
function fmtp({ parameters }: SdpCodec): [] | [string] {
  return parameters === '' ? [] : [parameters];
}
