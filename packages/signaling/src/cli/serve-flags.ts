/** @module The options of `serve`. */
import type { IceServer } from '@longwire/protocol';
import type { Command } from 'commander';
import { DEFAULT_LIMITS } from '../config/limits.ts';
import type { ServiceOptions } from '../create-service.ts';
import { parseIceServers } from '../ice/ice-servers.ts';
import { flag, list, option, reader, wholeNumber } from './option.ts';

/** The options as commander gives them. */
export interface ServeFlags {
  readonly database: string;
  readonly host: string;
  readonly port: number;
  readonly console?: string;
  readonly iceServers: IceServer[];
  readonly publicUrl?: string;
  readonly allowOrigin: string[];
  readonly trustProxy: boolean;
  readonly logLevel: string;
  readonly maxFrameBytes: number;
  readonly loginTimeoutMs: number;
  readonly pingIntervalMs: number;
  readonly messagesPerSecond: number;
  readonly messageBurst: number;
  readonly maxBufferedBytes: number;
  readonly maxSocketsPerAddress: number;
  readonly maxClientsPerDevice: number;
}

const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'];
const DAY_MS = 86_400_000;

/** Adds the options of `serve` to a command. */
export function addServeFlags(command: Command): Command {
  command
    .addOption(option('--host <address>', 'address to listen on').default('127.0.0.1'))
    .addOption(
      option('--port <number>', 'port to listen on, 0 for any')
        .argParser(wholeNumber(0, 65_535))
        .default(8700),
    )
    .addOption(option('--console <directory>', 'built files of the console to serve'))
    .addOption(
      option('--ice-servers <json>', 'what clients and devices are told: [{"urls": ["stun:…"]}]')
        .argParser(reader(parseIceServers))
        .default([], 'none'),
    )
    .addOption(option('--public-url <url>', 'address that devices dial; their proofs must name its host'))
    .addOption(
      option('--allow-origin <origins>', 'origins of pages that may connect, with commas between them')
        .argParser(list)
        .default([], 'any'),
    )
    .addOption(
      option('--trust-proxy [true|false]', 'believe X-Forwarded-For; only behind a proxy that sets it')
        .argParser(flag)
        .preset('true')
        .default(false),
    )
    .addOption(
      option('--log-level <level>', 'lines from this level on go to stderr')
        .choices(LOG_LEVELS)
        .default('info'),
    );
  return addLimitFlags(command);
}

/** The options of the service that the flags stand for. */
export function serviceOptions(flags: ServeFlags): ServiceOptions {
  return {
    database: flags.database,
    host: flags.host,
    port: flags.port,
    console: flags.console,
    iceServers: flags.iceServers,
    publicUrl: flags.publicUrl,
    allowedOrigins: flags.allowOrigin,
    trustProxy: flags.trustProxy,
    limits: {
      frameBytes: flags.maxFrameBytes,
      loginTimeoutMs: flags.loginTimeoutMs,
      pingIntervalMs: flags.pingIntervalMs,
      messagesPerSecond: flags.messagesPerSecond,
      messageBurst: flags.messageBurst,
      bufferedBytes: flags.maxBufferedBytes,
      socketsPerAddress: flags.maxSocketsPerAddress,
      clientsPerDevice: flags.maxClientsPerDevice,
    },
  };
}

function addLimitFlags(command: Command): Command {
  const limit = (flags: string, description: string, max: number, standard: number): void => {
    command.addOption(option(flags, description).argParser(wholeNumber(1, max)).default(standard));
  };
  const { frameBytes, loginTimeoutMs, pingIntervalMs, bufferedBytes } = DEFAULT_LIMITS;
  limit('--max-frame-bytes <bytes>', 'largest message of a client', 64 * 1024, frameBytes);
  limit('--login-timeout-ms <ms>', 'time for a login', DAY_MS, loginTimeoutMs);
  limit('--ping-interval-ms <ms>', 'time between pings', DAY_MS, pingIntervalMs);
  const { messagesPerSecond, messageBurst, socketsPerAddress, clientsPerDevice } = DEFAULT_LIMITS;
  limit('--messages-per-second <n>', 'lasting rate of a client, or a session', 1e6, messagesPerSecond);
  limit('--message-burst <n>', 'messages that may come at once', 1e6, messageBurst);
  limit('--max-buffered-bytes <bytes>', 'unsent output kept for one socket', 1 << 30, bufferedBytes);
  limit('--max-sockets-per-address <n>', 'open sockets of one address', 1e6, socketsPerAddress);
  limit('--max-clients-per-device <n>', 'open sessions of one device', 1e6, clientsPerDevice);
  return command;
}
