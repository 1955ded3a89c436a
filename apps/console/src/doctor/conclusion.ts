/** @module The conclusion of a diagnosis: the one problem to report, and whether it blocks connecting. */

import type { Finding, FindingCode } from '@longwire/client/diagnostics';
import { fieldOf } from '../read-field.ts';
import type { LackedFormats } from '../live/codec-trouble.ts';
import type { Messages } from '../messages/en.ts';

/** One possible problem; each has its own text, without figures. */
export type ConclusionKind = keyof Messages['doctor']['conclusions'];

/** The rates of a network that is too slow for the largest picture, in bits per second. */
export interface NarrowLine {
  readonly bitsPerSecond: number;
  readonly bitsPerSecondWanted: number;
}

/** The conclusion of a diagnosis. */
export type Conclusion = PlainConclusion | NarrowLineConclusion;

/** The network is too slow for the camera's largest picture, so the device sends a smaller one. */
export interface NarrowLineConclusion extends NarrowLine {
  readonly kind: 'narrowLine';
  readonly isBlocking: false;
}

/** A conclusion without figures. */
export interface PlainConclusion {
  readonly kind: ConclusionKind;
  /** Whether it blocks connecting; otherwise the connection works, perhaps not as wanted. */
  readonly isBlocking: boolean;
  /** The formats that the device offers and this browser lacks, if the device lists them: of video, else of audio. */
  readonly lacked?: LackedFormats;
}

/** Finding codes that lead to a conclusion by themselves. */
const OF_CODE: { readonly [Code in FindingCode]?: ConclusionKind } = {
  'no-webrtc': 'noWebrtc',
  'offline-here': 'offlineHere',
  'insecure-page': 'insecurePage',
  'mixed-content': 'mixedContent',
  'local-network-denied': 'localNetworkDenied',
  unreachable: 'serviceUnreachable',
  'no-websocket': 'serviceNotOne',
  'token-rejected': 'loginRefused',
  'unknown-product': 'noSuchDevice',
  'unknown-device': 'noSuchDevice',
  'device-offline': 'deviceOffline',
  'device-refuses': 'deviceRefuses',
  'device-fault': 'deviceFault',
  'device-closed': 'deviceFault',
  'service-restarting': 'serviceBusy',
  'service-closed': 'serviceBusy',
  'no-answer': 'serviceBusy',
  'clock-wrong': 'clockWrong',
  'dtls-failed': 'inTheMiddle',
  'channel-failed': 'channelFailed',
  'wrong-fingerprint': 'wrongKey',
  'not-proven': 'notProven',
  'wrong-password': 'wrongPassword',
  'login-failed': 'deviceFault',
  'no-common-codec': 'noCodec',
  'track-failed': 'trackFailed',
};

type StepName = Finding['step'];

const RELAYS: ReadonlySet<StepName> = new Set(['turn-udp', 'turn-tcp', 'turn-tls']);
/** Steps whose failure ends the diagnosis. */
const BEFORE_THE_WAY: readonly StepName[] = ['browser', 'service', 'websocket', 'login', 'device'];
const AFTER_THE_WAY: readonly StepName[] = ['dtls', 'channel', 'identity'];

const isBad = ({ kind }: Finding): boolean => kind === 'bad';
const blocking = (kind: ConclusionKind): PlainConclusion => ({ kind, isBlocking: true });
const harmless = (kind: ConclusionKind): PlainConclusion => ({ kind, isBlocking: false });

/** Combines all findings into one conclusion. */
export function conclude(findings: readonly Finding[]): Conclusion {
  const badOf = (steps: readonly StepName[]): Finding | undefined =>
    findings.find((finding) => isBad(finding) && steps.includes(finding.step));

  const early = badOf(BEFORE_THE_WAY);
  if (early !== undefined) return blocking(kindOf(early));
  const way = badOf(['pairs']);
  if (way !== undefined) {
    // Without an address of the browser no server and no device could answer.
    if (badOf(['udp'])?.code === 'no-address') return blocking('noWebrtc');
    return blocking(networkTrouble(findings) ?? wayTrouble(way, findings));
  }
  const isInsecure = findings.some(({ code }) => code === 'insecure-page');
  const late = badOf(AFTER_THE_WAY);
  if (late !== undefined) {
    const isByThePage = isInsecure && late.code === 'not-proven';
    return blocking(isByThePage ? 'insecurePage' : kindOf(late));
  }
  if (badOf(['clock']) !== undefined) return harmless('clockWrong');
  const user = badOf(['user', 'codecs']);
  if (user !== undefined) return { ...blocking(kindOf(user)), ...lackedIn(user) };
  const network = networkTrouble(findings);
  if (network !== undefined) return harmless(network);
  const line = narrowLine(findings);
  if (line !== undefined) return { kind: 'narrowLine', isBlocking: false, ...line };
  if (isInsecure) return harmless('insecurePage');
  return harmless(hasNoRelay(findings) ? 'withoutRelay' : 'allWell');
}

function kindOf({ code, step }: Finding): ConclusionKind {
  // A device that does not answer in time is no fault of the service.
  if (step === 'codecs' && code === 'no-answer') return 'trackFailed';
  return OF_CODE[code] ?? 'serviceBusy';
}

function lackedIn({ code, facts }: Finding): Pick<PlainConclusion, 'lacked'> {
  const tracks = code === 'no-common-codec' && Array.isArray(facts?.['tracks']) ? facts['tracks'] : [];
  const pictures = offeredBy(tracks.filter((track) => !isSound(track)));
  if (pictures.length > 0) return { lacked: { kind: 'video', lacked: pictures } };
  const sounds = offeredBy(tracks.filter((track) => isSound(track)));
  return sounds.length === 0 ? {} : { lacked: { kind: 'audio', lacked: sounds } };
}

function narrowLine(findings: readonly Finding[]): NarrowLine | undefined {
  const facts = findings.find(({ code }) => code === 'narrow-line')?.facts;
  const [bitsPerSecond, wanted] = [facts?.['bitsPerSecond'], facts?.['bitsPerSecondWanted']];
  if (typeof bitsPerSecond !== 'number' || typeof wanted !== 'number') return undefined;
  return { bitsPerSecond, bitsPerSecondWanted: wanted };
}

function isSound(track: unknown): boolean {
  return fieldOf(track, 'kind') === 'audio';
}

function offeredBy(tracks: readonly unknown[]): readonly string[] {
  const offered = tracks.flatMap((track) => {
    const codecs = fieldOf(track, 'offered');
    return Array.isArray(codecs) ? codecs.filter((each) => typeof each === 'string') : [];
  });
  return [...new Set(offered)];
}

/** The problem that the relay and UDP findings show; undefined if there is none. */
function networkTrouble(findings: readonly Finding[]): ConclusionKind | undefined {
  const relays = findings.filter(({ step, kind }) => RELAYS.has(step) && kind !== 'skipped');
  if (relays.some(({ code }) => code === 'credentials-refused')) return 'relayRefused';
  const isUdpBlocked = findings.some(({ step, code }) => step === 'udp' && code === 'udp-blocked');
  const overUdp = relays.filter(({ step }) => step === 'turn-udp');
  const others = relays.filter(({ step }) => step !== 'turn-udp');
  // A relay that fails over every transport may be down; one that fails over UDP alone is blocked by the network.
  if (others.length > 0 && others.every(isBad) && overUdp.every(isBad)) return 'relayUnreachable';
  if (isUdpBlocked) return 'udpBlocked';
  return relays.some(isBad) ? 'relayUnreachable' : undefined;
}

function wayTrouble({ code }: Finding, findings: readonly Finding[]): ConclusionKind {
  if (code !== 'no-path') return OF_CODE[code] ?? 'noPath';
  return hasNoRelay(findings) ? 'noRelay' : 'noPath';
}

function hasNoRelay(findings: readonly Finding[]): boolean {
  return findings.some(({ code }) => code === 'no-relay-offered');
}
