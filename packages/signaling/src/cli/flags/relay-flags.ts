/** @module ICE servers for clients and devices. */
import { parseDuration, type IceServer } from '@longwire/protocol';
import { parseIceServers } from '../../ice/ice-servers.ts';
import { parseTurnUrls } from '../../ice/turn-urls.ts';
import { TURN_LIFETIME_MS, type TurnOptions } from '../../ice/turn-servers.ts';
import type { FlagGroup } from './flag-group.ts';
import { fileOption, list, option, reader } from './option.ts';

/** Values parsed by commander. */
export interface RelayFlags {
  readonly iceServers: IceServer[];
  readonly turnUrls?: string[];
  /** Parsed later: commander would print a rejected value. */
  readonly turnSecret?: string;
  readonly turnLifetime: number;
}

/** STUN and TURN. */
export const relayFlags: FlagGroup<RelayFlags> = {
  heading: 'Relay (STUN and TURN):',
  options: () => [
    option('--ice-servers <json>', 'ICE servers for clients and devices: [{"urls": ["stun:…"]}]')
      // not by reader(): commander would print the rejected value, which may contain a credential
      .argParser(parseIceServers)
      .default([], 'none'),
    option(
      '--turn-urls <urls>',
      'TURN servers: turn:turn.example:3478?transport=udp,turns:…, separated by commas',
    ).argParser(reader(parseTurnUrls)),
    option('--turn-secret <secret>', "the TURN server's static-auth-secret; new,old during a rotation"),
    fileOption('turn-secret'),
    option('--turn-lifetime <duration>', 'how long TURN credentials are valid')
      .argParser(reader(parseDuration))
      .default(TURN_LIFETIME_MS, '10m'),
  ],
  toService: ({ iceServers, ...turn }) => ({ iceServers, ...turnOptions(turn) }),
};

function turnOptions({ turnUrls, turnSecret, turnLifetime }: Omit<RelayFlags, 'iceServers'>): {
  readonly turn?: TurnOptions;
} {
  if (turnUrls === undefined && turnSecret === undefined) return {};
  return { turn: { urls: turnUrls ?? [], secrets: list(turnSecret ?? ''), lifetimeMs: turnLifetime } };
}
