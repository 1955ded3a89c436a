/** @module A media line in the words of node-datachannel. */
import { Audio, Video, type Direction } from 'node-datachannel';
import type { SdpCodec } from './sdp-media.ts';

/** A media line of the device's, as it stays for the life of the connection. */
export interface MediaLineDescription {
  readonly mid: string;
  readonly kind: 'audio' | 'video';
  readonly codec: SdpCodec;
  /** Of what the device sends here, should it send. */
  readonly ssrc: number;
  /** The same for all lines of one session, so that they are played in step (RFC 8834 section 4.9). */
  readonly cname: string;
  /** What the browser shows as the track's id. */
  readonly trackId: string;
}

/**
 * The line as the library takes it, always both ways: another object for the same line, made to change its direction,
 * would never be freed. What is sent to the client has the direction that holds (see {@link withDirections}).
 */
export function nativeMedia({ mid, kind, codec, ssrc, cname, trackId }: MediaLineDescription): Audio | Video {
  const media = kind === 'video' ? videoLine(mid, 'SendRecv', codec) : audioLine(mid, 'SendRecv', codec);
  media.addSSRC(ssrc, cname, cname, trackId);
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
