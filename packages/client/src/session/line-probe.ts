/** @module Asks a STUN server whether this machine reaches anything, without involving the signaling service. */
import type { Clock } from '@longwire/protocol';
import { DEFAULT_ICE_SERVER } from '../connection/options.ts';
import { probeServer } from '../diagnostics/diagnose/probe-server.ts';
import { PROBE_MS } from './line-watch.ts';

/** Most servers that one probe asks: the first answer counts. */
const MAX_SERVERS = 2;

/** A STUN server, or a TURN server over UDP, which answers the same requests. */
const STUN_URL = /^(?:stun|turn):(?<host>[^?]+)(?:\?transport=udp)?$/u;

/** Resolves with whether one of the servers answered. */
export type LineProbe = (urls: readonly string[], signal: AbortSignal) => Promise<boolean>;

/** The URLs to probe; the public default server is not asked again and again. */
export function probeUrls(servers: readonly RTCIceServer[]): readonly string[] {
  const urls = servers
    .flatMap((server) => server.urls)
    .filter((url) => !DEFAULT_ICE_SERVER.urls.includes(url))
    .flatMap((url) => {
      const host = STUN_URL.exec(url)?.groups?.['host'];
      return host === undefined ? [] : [`stun:${host}`];
    });
  return [...new Set(urls)].slice(0, MAX_SERVERS);
}

/** Creates the probe of a browser. */
export function createLineProbe(peerClass: () => typeof RTCPeerConnection, clock: Clock): LineProbe {
  return async (urls, signal) => {
    const { hasCandidate, isAsked, errorCodes, isComplete } = await probeServer(
      { RTCPeerConnection: peerClass(), servers: [{ urls: [...urls] }], wanted: 'srflx' },
      { clock, signal, limitMs: PROBE_MS },
    );
    // A browser whose address is the same outside has no second candidate, and completes as soon as the server has answered.
    return hasCandidate || (isComplete && isAsked && errorCodes.length === 0);
  };
}
