/** @module Parses device.toml; errors name the file, the key and the expected value, and never quote a value. */
import { EdgeError, given, signalingUrl } from '@longwire/protocol';
import { parse as parseToml, TomlError } from 'smol-toml';
import { MAX_CAMERAS, parseCamera, type CameraConfig } from './camera-section.ts';
import { firstDouble } from './config-name.ts';
import { LOG_LEVELS, type DeviceConfig, type DevicePlace } from './device-config.ts';
import { parseLimits, parseLogins, parsePairing } from './limits-section.ts';
import { parseNetwork } from './network-section.ts';
import { parseOauth } from './oauth-section.ts';
import { MAX_RESOURCES, parseResource, type ResourceConfig } from './resource-section.ts';
import { MAX_STREAM_SERVICES, parseStream, type StreamConfig } from './stream-section.ts';
import { TableReader } from './table-reader.ts';

/** Longest product or device id, in characters. Reason: the limit of the service. */
export const MAX_ID_LENGTH = 64;

const ID = /^[A-Za-z0-9][A-Za-z0-9._-]*$/u;

/** Longest file, in characters. Reason: far above a file with all cameras and streams. */
export const MAX_CONFIG_LENGTH: number = 256 * 1024;

function parseId(text: string): string {
  if (ID.test(text) && text.length <= MAX_ID_LENGTH) return text;
  throw new EdgeError(
    'ERR_CONFIG',
    `id must be 1 to ${MAX_ID_LENGTH} letters, digits, dots, _ and -, beginning with a letter or digit`,
  );
}

/** Reads the address of a service; that of its page is accepted too, because the socket has the same. @throws EdgeError ERR_CONFIG */
function parseServiceUrl(text: string): string {
  const url = text.replace(/^http/iu, 'ws');
  try {
    signalingUrl(url);
  } catch (cause) {
    throw new EdgeError(
      'ERR_CONFIG',
      'must be the address of a service, such as wss://service.example or https://service.example (ws:// or http:// without TLS), without user, query and fragment',
      { cause },
    );
  }
  return url;
}

/** Reads the address of a console. @throws EdgeError ERR_CONFIG */
export function parseConsoleUrl(text: string): string {
  const url = URL.parse(text);
  if ((url?.protocol === 'https:' || url?.protocol === 'http:') && url.hash === '') return text;
  throw new EdgeError('ERR_CONFIG', 'console must be an http:// or https:// address without a fragment');
}

function parseTables(text: string, file: string): unknown {
  if (text.length > MAX_CONFIG_LENGTH)
    throw new EdgeError(
      'ERR_CONFIG',
      `${file} is too long: want up to ${MAX_CONFIG_LENGTH} characters, got ${text.length}`,
    );
  try {
    return parseToml(text);
  } catch (cause) {
    if (!(cause instanceof TomlError))
      throw new EdgeError('ERR_CONFIG', `${file} is not valid TOML`, { cause });
    // The rest of the message quotes the line, which may contain a password; so would the error as a cause.
    const [words = ''] = cause.message.replace(/^Invalid TOML document: /u, '').split('\n');
    throw new EdgeError('ERR_CONFIG', `${file}, line ${cause.line}, column ${cause.column}: ${words}`);
  }
}

/** Reads the text of device.toml; `file` names it in errors. @throws EdgeError ERR_CONFIG */
export function parseDeviceConfig(text: string, file = 'device.toml'): DeviceConfig {
  const table = new TableReader(parseTables(text, file), { where: file, code: 'ERR_CONFIG' });
  const config: DeviceConfig = {
    ...parsePlace(table),
    logLevel: table.choice('log_level', LOG_LEVELS) ?? 'info',
    network: parseNetwork(table.table('network')),
    limits: parseLimits(table.table('limits')),
    logins: parseLogins(table.table('logins')),
    pairing: parsePairing(table.table('pairing')),
    oauth: parseOauth(table.table('oauth')),
    cameras: parseCameras(table),
    streams: parseStreams(table),
    resources: parseResources(table),
  };
  table.end();
  return config;
}

function parsePlace(table: TableReader): DevicePlace {
  const productId = table.parsed('product', parseId) ?? table.missing('product', 'the id of a product');
  const deviceId = table.parsed('device', parseId) ?? table.missing('device', 'the id of this device');
  const service =
    table.parsed('service', parseServiceUrl) ??
    table.missing('service', 'the address of a signaling service, wss://');
  const console = table.parsed('console', parseConsoleUrl);
  return { productId, deviceId, service, ...given({ console }) };
}

function parseCameras(table: TableReader): readonly CameraConfig[] {
  const tables = table.tables('camera');
  if (tables.length > MAX_CAMERAS)
    throw table.error('camera', `must have at most ${MAX_CAMERAS} entries, got ${tables.length}`);
  const cameras = tables.map(parseCamera);
  const double = firstDouble(cameras.map(({ name }) => name));
  if (double !== undefined) throw table.error('camera', `must have unique names, got "${double}" twice`);
  const ports = cameras.flatMap(({ input }) =>
    input.kind === 'rtp'
      ? [input.video, input.audio].flatMap((part) => (part === undefined ? [] : [part.port]))
      : [],
  );
  if (new Set(ports).size !== ports.length) throw table.error('camera', 'must have unique RTP ports');
  return cameras;
}

function parseStreams(table: TableReader): readonly StreamConfig[] {
  const tables = table.tables('stream');
  if (tables.length > MAX_STREAM_SERVICES)
    throw table.error('stream', `must have at most ${MAX_STREAM_SERVICES} entries, got ${tables.length}`);
  const streams = tables.map(parseStream);
  const double = firstDouble(streams.map(({ name }) => name));
  if (double !== undefined) throw table.error('stream', `must have unique names, got "${double}" twice`);
  if (new Set(streams.map(({ port }) => port)).size !== streams.length)
    throw table.error('stream', 'must have unique ports');
  return streams;
}

function parseResources(table: TableReader): readonly ResourceConfig[] {
  const tables = table.tables('resource');
  if (tables.length > MAX_RESOURCES)
    throw table.error('resource', `must have at most ${MAX_RESOURCES} entries, got ${tables.length}`);
  const resources = tables.map(parseResource);
  const double = firstDouble(resources.map(({ path }) => path));
  if (double !== undefined) throw table.error('resource', `must have unique paths, got "${double}" twice`);
  return resources;
}
