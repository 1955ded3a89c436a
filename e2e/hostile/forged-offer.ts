/** @module An offer that a hostile service forges from the device's earlier description, like a device's offer of tracks. */
import type { WireMessage } from '../harness/signaling-proxy.ts';
import type { Forgery } from './rewrites/rewrite.ts';

/** The lines of a media section that describe the shared transport. */
const TRANSPORT_LINES = /^(?:c=.*|a=(?:ice-ufrag|ice-pwd|fingerprint):.*)$/gmu;

/** The offer, with the tracks that the service claims. */
export function forgedOffer({ data = '{}' }: WireMessage, { tracks }: Forgery): WireMessage {
  const described: unknown = JSON.parse(data);
  const sdp: unknown =
    typeof described === 'object' && described !== null ? Reflect.get(described, 'sdp') : undefined;
  return {
    type: 0,
    data: JSON.stringify({ type: 'offer', sdp: withTracks(String(sdp), tracks) }),
    metadata: { tracks, status: 'OK' },
  };
}

function withTracks(sdp: string, tracks: Forgery['tracks']): string {
  const newer = sdp
    .replace(
      /^(o=\S+ \S+ )(\d+)/mu,
      (_line, head: string, version: string) => `${head}${Number(version) + 7}`,
    )
    .replaceAll(/^a=setup:\w+/gmu, 'a=setup:actpass');
  const missing = tracks.filter(({ mid }) => !newer.includes(`a=mid:${mid}\r`));
  if (missing.length === 0) return newer;
  const transport = [...(newer.match(TRANSPORT_LINES) ?? [])].map((line) => line.trimEnd());
  const sections = missing.flatMap(({ mid, kind }) => [
    `m=${kind} 9 UDP/TLS/RTP/SAVPF 96`,
    `a=mid:${mid}`,
    'a=sendonly',
    `a=rtpmap:96 ${kind === 'video' ? 'H264/90000' : 'opus/48000/2'}`,
    'a=rtcp-mux',
    'a=setup:actpass',
    ...transport,
  ]);
  const bundled = newer.replace(/^a=group:BUNDLE.*$/mu, (line) =>
    [line.trimEnd(), ...missing.map(({ mid }) => mid)].join(' ').concat('\r'),
  );
  return `${bundled}${sections.join('\r\n')}\r\n`;
}
