/** @module The audio codecs in SDP terms. */
import type { MediaCodec } from './media-source.ts';

/** Opus: SDP always signals 48000 Hz and two channels, whatever the packets contain (RFC 7587 section 7). */
export const OPUS_CODEC: MediaCodec = {
  kind: 'audio',
  name: 'opus',
  clockRate: 48_000,
  channels: 2,
  parameters: 'minptime=10;useinbandfec=1',
};

/** G.711 µ-law, one byte per sample (RFC 3551 section 4.5.14). */
export const PCMU_CODEC: MediaCodec = { kind: 'audio', name: 'PCMU', clockRate: 8_000, parameters: '' };

/** G.711 A-law, one byte per sample (RFC 3551 section 4.5.14). */
export const PCMA_CODEC: MediaCodec = { kind: 'audio', name: 'PCMA', clockRate: 8_000, parameters: '' };
