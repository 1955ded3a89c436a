/** @module The duration of a frame of sound, from its bytes. */
import type { MediaCodec, MediaFrame } from '../media-source.ts';
import { opusTicks } from '../sink/opus-packet.ts';

/** In ticks of the codec's RTP clock; 0 for pictures and invalid bytes. */
export function soundDuration(codec: MediaCodec, { data, payloads }: MediaFrame): number {
  if (codec.kind === 'video') return 0;
  // A packet of Opus is a frame; G.711 has one byte for each sample.
  const [packet = data] = payloads ?? [];
  return codec.name === 'opus' ? opusTicks(packet) : packet.length;
}
