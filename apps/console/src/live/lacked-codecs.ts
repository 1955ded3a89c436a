/** @module Which formats of a track this browser lacks. */

/** The part of the browser that knows what it can play; `null` where it does not tell. */
export interface PlayableCodecs {
  getCapabilities(kind: string): { readonly codecs: readonly { readonly mimeType: string }[] } | null;
}

/** The formats that a device offers for a track, where this browser plays none of them; nothing where it does, or does not tell. */
export function lackedCodecs(
  offered: readonly string[],
  browser: PlayableCodecs | undefined = globalThis.RTCRtpReceiver,
): readonly string[] {
  const known = ['video', 'audio'].flatMap((kind) => browser?.getCapabilities(kind)?.codecs ?? []);
  if (known.length === 0) return [];
  const played = new Set(known.map(({ mimeType }) => mimeType.split('/').at(-1)?.toLowerCase()));
  return offered.some((name) => played.has(name.toLowerCase())) ? [] : offered;
}
