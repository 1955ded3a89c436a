/** @module The formats of a track that this browser lacks. */

/** The part of the browser that lists the formats it can play; `null` if unknown. */
export interface PlayableCodecs {
  getCapabilities(kind: string): { readonly codecs: readonly { readonly mimeType: string }[] } | null;
}

/** The formats that a device offers for a track if this browser can play none of them; empty otherwise, and if the browser does not list its own. */
export function lackedCodecs(
  offered: readonly string[],
  browser: PlayableCodecs | undefined = globalThis.RTCRtpReceiver,
): readonly string[] {
  const playable = ['video', 'audio'].flatMap((kind) => browser?.getCapabilities(kind)?.codecs ?? []);
  if (playable.length === 0) return [];
  const played = new Set(playable.map(({ mimeType }) => mimeType.split('/').at(-1)?.toLowerCase()));
  return offered.some((name) => played.has(name.toLowerCase())) ? [] : offered;
}
