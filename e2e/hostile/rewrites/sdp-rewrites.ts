/** @module Changes of a description: its certificates, its lines, its bundle. */
import type { WireMessage } from '../../harness/signaling-proxy.ts';
import type { Forgery, Rewrite } from './rewrite.ts';

/** The names of these changes. */
export type SdpRewrite =
  | 'foreign certificate'
  | 'second certificate'
  | 'weaker hash'
  | 'no certificate'
  | 'carriage return'
  | 'line separator'
  | 'no bundle'
  | 'bundle of the first line'
  | 'two bundles'
  | 'bundle-only with a space'
  | 'media line of a stranger'
  | 'same mid twice'
  | 'no mids'
  | 'mids exchanged'
  | 'direction reversed'
  | 'lines removed'
  | 'other ICE password'
  | 'roles exchanged'
  | 'no candidates inside'
  | 'garbage'
  | 'empty'
  | 'answer for offer';

const FINGERPRINT = /a=fingerprint:(sha-256) ([0-9A-F:]+)/giu;

interface Description {
  readonly type: string;
  readonly sdp: string;
}

function descriptionOf({ data }: WireMessage): Description | undefined {
  const read: unknown = data === undefined ? undefined : JSON.parse(data);
  if (typeof read !== 'object' || read === null || !('sdp' in read) || !('type' in read)) return undefined;
  const { sdp, type } = read;
  return typeof sdp === 'string' && typeof type === 'string' ? { sdp, type } : undefined;
}

/** A change of the SDP. */
function ofSdp(words: string, change: (sdp: string, forgery: Forgery) => string): Rewrite {
  return {
    words,
    rewrite: (message, forgery) => {
      const description = descriptionOf(message);
      if (description === undefined) return message;
      const { type, sdp } = description;
      return { ...message, data: JSON.stringify({ type, sdp: change(sdp, forgery) }) };
    },
  };
}

/** Each media section, after the session section. */
function sections(sdp: string): string[] {
  return sdp.split(/^(?=m=)/mu);
}

const withoutBundle = (sdp: string): string =>
  sdp.replace(/^a=group:BUNDLE (\S+).*$/mu, (_line, first: string) => `a=group:BUNDLE ${first}`);

/** The changes, by name. */
export const SDP_REWRITES: Readonly<Record<SdpRewrite, Rewrite>> = {
  'foreign certificate': ofSdp('names a certificate of the service', (sdp, { sdpFingerprint }) =>
    sdp.replaceAll(FINGERPRINT, `a=fingerprint:sha-256 ${sdpFingerprint}`),
  ),
  'second certificate': ofSdp('names a second certificate beside the right one', (sdp, { sdpFingerprint }) =>
    sdp.replaceAll(FINGERPRINT, (line) => `${line}\r\na=fingerprint:sha-256 ${sdpFingerprint}`),
  ),
  'weaker hash': ofSdp('names the certificate by SHA-1', (sdp) =>
    sdp.replaceAll(FINGERPRINT, (_line, _hash, value: string) => `a=fingerprint:sha-1 ${value.slice(0, 59)}`),
  ),
  'no certificate': ofSdp('names no certificate', (sdp) => sdp.replaceAll(/^a=fingerprint:.*\r?\n/gimu, '')),
  'carriage return': ofSdp(
    'hides a second certificate behind a lone carriage return',
    (sdp, { sdpFingerprint }) =>
      sdp.replaceAll(FINGERPRINT, (line) => `a=x-note:\ra=fingerprint:sha-256 ${sdpFingerprint}\r\n${line}`),
  ),
  'line separator': ofSdp('puts a line separator of Unicode into a line', (sdp) =>
    sdp.replace('s=-', 's=-\u2028a=fingerprint:sha-256 AB'),
  ),
  'no bundle': ofSdp('leaves everything out of the bundle', (sdp) =>
    sdp.replaceAll(/^a=group:BUNDLE.*\r?\n/gmu, ''),
  ),
  'bundle of the first line': ofSdp('leaves media out of the bundle', withoutBundle),
  'two bundles': ofSdp('divides the lines into two bundles', (sdp) =>
    sdp.replace(/^(a=group:BUNDLE \S+)(.*)$/mu, '$1\r\na=group:BUNDLE$2'),
  ),
  'bundle-only with a space': ofSdp('disables media with port 0 and "a=bundle-only " with a space', (sdp) =>
    sections(withoutBundle(sdp))
      .map((section, index) =>
        index < 2
          ? section
          : section.replace(/^m=(\w+) \d+ /u, 'm=$1 0 ').replace('\n', '\na=bundle-only \r\n'),
      )
      .join(''),
  ),
  'media line of a stranger': ofSdp('adds a media line with its own transport', (sdp, { sdpFingerprint }) =>
    [
      sdp.trimEnd(),
      'm=video 9 UDP/TLS/RTP/SAVPF 96',
      'c=IN IP4 0.0.0.0',
      'a=mid:stranger',
      'a=sendonly',
      'a=rtpmap:96 H264/90000',
      'a=ice-ufrag:stra',
      'a=ice-pwd:strangerstrangerstranger',
      `a=fingerprint:sha-256 ${sdpFingerprint}`,
      'a=setup:actpass',
      'a=rtcp-mux',
      '',
    ].join('\r\n'),
  ),
  'same mid twice': ofSdp('gives two lines one mid', (sdp) => sdp.replaceAll(/^a=mid:.*$/gmu, 'a=mid:0')),
  'no mids': ofSdp('takes the mids away', (sdp) => sdp.replaceAll(/^a=mid:.*\r?\n/gmu, '')),
  'mids exchanged': ofSdp('exchanges the mids of its last two lines', (sdp) => {
    const mids = [...sdp.matchAll(/^a=mid:(\S+)/gmu)].map(([, mid = '']) => mid);
    const [one = '', other = ''] = mids.slice(-2);
    return sdp.replaceAll(/^a=mid:(\S+)/gmu, (line, mid: string) => {
      if (mid === one) return `a=mid:${other}`;
      return mid === other ? `a=mid:${one}` : line;
    });
  }),
  'direction reversed': ofSdp('reverses who sends', (sdp) =>
    sdp.replaceAll(/^a=(sendonly|recvonly|sendrecv)\r?$/gmu, (_line, way: string) =>
      way === 'sendonly' ? 'a=recvonly\r' : 'a=sendonly\r',
    ),
  ),
  'lines removed': ofSdp('loses the last line of media', (sdp) => sections(sdp).slice(0, -1).join('')),
  'other ICE password': ofSdp('names another ICE user and password', (sdp) =>
    sdp.replaceAll(/^a=ice-(ufrag|pwd):.*$/gmu, 'a=ice-$1:AAAAAAAAAAAAAAAAAAAAAAAA'),
  ),
  'roles exchanged': ofSdp('exchanges who begins DTLS', (sdp) =>
    sdp.replaceAll(/^a=setup:(active|passive|actpass)/gmu, (_line, role: string) =>
      role === 'active' ? 'a=setup:passive' : 'a=setup:active',
    ),
  ),
  'no candidates inside': ofSdp('loses the candidates inside', (sdp) =>
    sdp.replaceAll(/^a=candidate:.*\r?\n/gmu, ''),
  ),
  garbage: ofSdp('is no SDP any more', () => 'hello'),
  empty: ofSdp('is empty', () => ''),
  'answer for offer': {
    words: 'says that an offer is an answer, or an answer an offer',
    rewrite: (message) => {
      const description = descriptionOf(message);
      if (description === undefined) return message;
      const type = description.type === 'offer' ? 'answer' : 'offer';
      return { ...message, type: type === 'offer' ? 0 : 1, data: JSON.stringify({ ...description, type }) };
    },
  },
};
