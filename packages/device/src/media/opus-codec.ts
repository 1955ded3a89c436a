/** @module Opus in the words of SDP. */
import type { MediaCodec } from './media-source.ts';

/** Opus as it is sent and received: over RTP always 48000 with two channels, whatever is inside (RFC 7587 section 7). */
export const OPUS_CODEC: MediaCodec = {
  kind: 'audio',
  name: 'opus',
  clockRate: 48_000,
  channels: 2,
  parameters: 'minptime=10;useinbandfec=1',
};
