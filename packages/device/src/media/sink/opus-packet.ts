/** @module The duration of Opus packets (RFC 6716 section 3). */

/** 20 ms of silence (one CELT frame, full band, mono). */
export const SILENT_OPUS_PACKET: Uint8Array = Uint8Array.of(0xf8, 0xff, 0xfe);

/** Duration of {@link SILENT_OPUS_PACKET}, in ticks of 1/48000 s. */
export const SILENT_OPUS_TICKS = 960;

/** Longest possible packet: 120 ms. */
const MAX_TICKS = 5760;

/** Ticks per frame, by the two low bits of the configuration number. */
const SILK_TICKS = [480, 960, 1920, 2880];
const HYBRID_TICKS = [480, 960];
const CELT_TICKS = [120, 240, 480, 960];

/** The duration of a packet, in ticks of 1/48000 s; 0 for invalid bytes. */
export function opusTicks(packet: Uint8Array): number {
  const [toc, second = 0] = packet;
  if (toc === undefined) return 0;
  const configuration = toc >> 3;
  const ticks =
    configuration < 12
      ? SILK_TICKS[configuration % 4]
      : configuration < 16
        ? HYBRID_TICKS[configuration % 2]
        : CELT_TICKS[configuration % 4];
  const code = toc & 3;
  const frames = code === 0 ? 1 : code === 3 ? second & 63 : 2;
  const total = (ticks ?? 0) * frames;
  return total > MAX_TICKS ? 0 : total;
}
