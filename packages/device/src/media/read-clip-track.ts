/** @module Reads the frames of one track from a media file. */
import { EdgeError } from '@longwire/protocol';
import { EncodedPacketSink, type InputAudioTrack, type InputVideoTrack } from 'mediabunny';
import { OPUS_CODEC, PCMA_CODEC, PCMU_CODEC } from './audio-codecs.ts';
import type { ClipFrame, ClipTrack } from './clip-track.ts';
import { h264Parameters } from './h264-parameters.ts';
import { parseAvcConfig, parseHevcConfig, withStartCodes, type LengthPrefixed } from './length-prefixed.ts';
import type { MediaCodec, MediaCodecName } from './media-source.ts';
import { withParameterSets } from './parameter-sets.ts';

/** Duration of a G.711 packet, in milliseconds (RFC 3551 section 4.2). */
const SAMPLES_MS = 20;

/** Converts a sample of the file to a frame. */
type Conversion = (sample: Uint8Array, isKeyframe: boolean) => Uint8Array;

/** Reads a video track. @throws EdgeError ERR_CLIP_FORMAT, ERR_MEDIA_INPUT */
export async function readVideoTrack(track: InputVideoTrack): Promise<ClipTrack> {
  const codec = await track.getCodec();
  const words = ((await track.getCodecParameterString()) ?? '').split('.');
  switch (codec) {
    case 'avc': {
      const config = parseAvcConfig(await descriptionOf(track));
      const parameters = h264Parameters(config.level);
      return await videoTrack(track, 'H264', parameters, startCodes('H264', config));
    }
    case 'hevc': {
      const config = parseHevcConfig(await descriptionOf(track));
      const parameters = `level-id=${config.levelId};profile-id=${config.profileId};tier-flag=${config.tierFlag};tx-mode=SRST`;
      return await videoTrack(track, 'H265', parameters, startCodes('H265', config));
    }
    case 'vp8':
      return await videoTrack(track, 'VP8', '');
    case 'vp9':
      return await videoTrack(track, 'VP9', `profile-id=${Number(words[1] ?? 0)}`);
    case 'av1':
      return await videoTrack(track, 'AV1', av1Parameters(words));
    case 'prores':
    case null:
    default:
      throw new EdgeError(
        'ERR_CLIP_FORMAT',
        `cannot open clip: its video codec is ${codec ?? 'unknown'}, use H.264, H.265, VP8, VP9 or AV1`,
      );
  }
}

/** Reads an audio track. @throws EdgeError ERR_CLIP_FORMAT */
export async function readAudioTrack(track: InputAudioTrack): Promise<ClipTrack> {
  const codec = await track.getCodec();
  if (codec === 'opus') return { codec: OPUS_CODEC, frames: await readFrames(track, sameBytes) };
  const [channels, rate] = [await track.getNumberOfChannels(), await track.getSampleRate()];
  if ((codec !== 'ulaw' && codec !== 'alaw') || channels !== 1 || rate !== PCMU_CODEC.clockRate)
    throw new EdgeError(
      'ERR_CLIP_FORMAT',
      `cannot open clip: its audio codec is ${codec ?? 'unknown'}, use Opus, or G.711 with 8000 Hz and one channel`,
    );
  const frames = await readFrames(track, sameBytes);
  return { codec: codec === 'ulaw' ? PCMU_CODEC : PCMA_CODEC, frames: inPackets(frames) };
}

/** `av01.P.LLT`: profile, level and tier (AV1 codecs ISO media file format binding, section 5). */
function av1Parameters([, profile = '0', levelAndTier = '05M']: readonly string[]): string {
  const tier = levelAndTier.endsWith('H') ? 1 : 0;
  return `level-idx=${Number.parseInt(levelAndTier, 10)};profile=${Number(profile)};tier=${tier}`;
}

async function videoTrack(
  track: InputVideoTrack,
  name: MediaCodecName,
  parameters: string,
  convert: Conversion = sameBytes,
): Promise<ClipTrack> {
  const codec: MediaCodec = { kind: 'video', name, clockRate: 90_000, parameters };
  return { codec, frames: await readFrames(track, convert) };
}

async function descriptionOf(track: InputVideoTrack): Promise<Uint8Array> {
  const description = (await track.getDecoderConfig())?.description;
  if (description === undefined)
    throw new EdgeError(
      'ERR_CLIP_FORMAT',
      'cannot open clip: its video has no parameter sets at the start of the file',
    );
  return ArrayBuffer.isView(description)
    ? new Uint8Array(description.buffer, description.byteOffset, description.byteLength)
    : new Uint8Array(description);
}

const sameBytes: Conversion = (data) => data;

function startCodes(name: 'H264' | 'H265', { lengthSize, parameterSets }: LengthPrefixed): Conversion {
  return (sample, isKeyframe) => {
    const data = withStartCodes(sample, lengthSize);
    return isKeyframe ? withParameterSets(name, data, parameterSets) : data;
  };
}

async function readFrames(
  track: InputVideoTrack | InputAudioTrack,
  convert: Conversion,
): Promise<readonly ClipFrame[]> {
  const frames: ClipFrame[] = [];
  for await (const packet of new EncodedPacketSink(track).packets()) {
    const atMs = packet.timestamp * 1000;
    // Packets before time 0 (an encoder's pre-skip) would play at the end of the previous loop.
    if (atMs < 0) continue;
    if (atMs < (frames.at(-1)?.atMs ?? 0))
      throw new EdgeError('ERR_CLIP_FORMAT', 'cannot open clip: it has B frames, encode it without them');
    const isKeyframe = packet.type === 'key';
    frames.push({ data: convert(packet.data, isKeyframe), atMs, isKeyframe });
  }
  if (frames[0]?.isKeyframe !== true)
    throw new EdgeError('ERR_CLIP_FORMAT', 'cannot open clip: a track does not start with a keyframe');
  return frames;
}

/** Splits samples, which files store in chunks of any size, into packets; the first chunk's time is the start. */
function inPackets(frames: readonly ClipFrame[]): readonly ClipFrame[] {
  const samples = Buffer.concat(frames.map(({ data }) => data));
  const size = (PCMU_CODEC.clockRate * SAMPLES_MS) / 1000;
  const startMs = frames[0]?.atMs ?? 0;
  return Array.from({ length: Math.floor(samples.length / size) }, (_, index) => ({
    data: new Uint8Array(samples.subarray(index * size, (index + 1) * size)),
    atMs: startMs + index * SAMPLES_MS,
    isKeyframe: true,
  }));
}
