/** @module Composes a connection. */
import type { Connection } from './connection/connection.ts';
import { DeviceConnection } from './connection/device-connection.ts';
import { resolveOptions, type ConnectionOptions } from './connection/options.ts';

/**
 * Creates a connection; opens nothing before `connect()`.
 * @throws EdgeError ERR_MISSING_OPTIONS "Missing connection options", ERR_SIGNALING_URL
 */
export function createConnection(options: ConnectionOptions): Connection {
  return new DeviceConnection(resolveOptions(options));
}
