/** @module Where a connection is put together. */
import type { Connection } from './connection/connection.ts';
import { DeviceConnection } from './connection/device-connection.ts';
import { resolveOptions, type ConnectionOptions } from './connection/options.ts';

/**
 * Makes a connection; nothing is opened before `connect()`.
 * @throws EdgeError ERR_MISSING_OPTIONS "Missing connection options", ERR_SIGNALING_URL
 */
export function createConnection(options: ConnectionOptions): Connection {
  return new DeviceConnection(resolveOptions(options));
}
