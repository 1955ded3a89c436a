/** @module Configured ICE servers. */
import { EdgeError, given, type IceServer } from '@longwire/protocol';
import type { IceProvider } from '../ports/ice.ts';

/** Provides the same servers to every session; an empty list means none. */
export function configuredIceServers(servers: readonly IceServer[]): IceProvider {
  return { serversFor: async () => servers.map((server) => ({ ...server, urls: [...server.urls] })) };
}

/** Parses a JSON list of ICE servers, with `urls` as text or a list. @throws EdgeError ERR_ICE_SERVERS */
export function parseIceServers(json: string): IceServer[] {
  const list = parseJson(json);
  if (!Array.isArray(list)) throw invalid('a list');
  return list.map((entry: unknown) => parseIceServer(entry));
}

function parseIceServer(entry: unknown): IceServer {
  if (typeof entry !== 'object' || entry === null) throw invalid('objects');
  const fields = new Map<string, unknown>(Object.entries(entry));
  const urls = [fields.get('urls')].flat().map((url) => parseIceUrl(url));
  const username = optionalText(fields.get('username'), 'username');
  const credential = optionalText(fields.get('credential'), 'credential');
  return {
    urls,
    ...given({ username, credential }),
  };
}

function parseIceUrl(url: unknown): string {
  if (typeof url !== 'string' || !/^(?:stuns?|turns?):\S+$/.test(url))
    throw invalid('urls with stun: or turn:');
  return url;
}

function optionalText(value: unknown, name: string): string | undefined {
  if (value === undefined || typeof value === 'string') return value;
  throw invalid(`${name} as text`);
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw invalid('JSON');
  }
}

function invalid(expected: string): EdgeError {
  return new EdgeError(
    'ERR_ICE_SERVERS',
    `cannot parse ICE servers: want ${expected}, such as [{"urls": ["stun:stun.example:3478"]}]`,
  );
}
