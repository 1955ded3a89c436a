/** @module The limits of the service. */
import { MAX_ATTACHMENT_TEXT_LENGTH } from '@longwire/protocol';
import { DEFAULT_LIMITS } from '../../config/limits.ts';
import { MAX_ANNOUNCED_TOKENS } from '../../registry/announced-tokens.ts';
import type { FlagGroup } from './flag-group.ts';
import { option, wholeNumber, type ServiceOption } from './option.ts';

/** Values parsed by commander. */
export interface LimitFlags {
  readonly maxFrameBytes: number;
  readonly maxAttachmentFrameBytes: number;
  readonly loginTimeoutMs: number;
  readonly loginsPerSecond: number;
  readonly loginBurst: number;
  readonly pingIntervalMs: number;
  readonly missedPings: number;
  readonly messagesPerSecond: number;
  readonly messageBurst: number;
  readonly maxBufferedBytes: number;
  readonly maxSockets: number;
  readonly maxSocketsPerAddress: number;
  readonly maxConnectionsPerAddress: number;
  readonly maxClientsPerDevice: number;
  readonly maxTokensPerDevice: number;
  readonly closeTimeoutMs: number;
  readonly drainDelayMs: number;
  readonly shutdownGraceMs: number;
  readonly headersTimeoutMs: number;
  readonly requestTimeoutMs: number;
}

const DAY_MS = 86_400_000;

/** What a single peer, address or device may use. */
export const limitFlags: FlagGroup<LimitFlags> = {
  heading: 'Limits:',
  options: () => {
    const standard = DEFAULT_LIMITS;
    return [
      limit('--max-frame-bytes <bytes>', 'largest message from a client', 64 * 1024, standard.frameBytes),
      limit(
        '--max-attachment-frame-bytes <bytes>',
        'largest message from a device, its sessions included',
        MAX_ATTACHMENT_TEXT_LENGTH,
        standard.attachmentFrameBytes,
      ),
      limit('--login-timeout-ms <ms>', 'time for a login', DAY_MS, standard.loginTimeoutMs),
      limit(
        '--logins-per-second <n>',
        'sustained logins per second from one address',
        1e6,
        standard.loginsPerSecond,
      ),
      limit('--login-burst <n>', 'logins from one address in a burst', 1e6, standard.loginBurst),
      limit('--ping-interval-ms <ms>', 'time between pings', DAY_MS, standard.pingIntervalMs),
      limit('--missed-pings <n>', 'unanswered pings after which a socket ends', 100, standard.missedPings),
      limit(
        '--messages-per-second <n>',
        'sustained messages per second from a client or in a session',
        1e6,
        standard.messagesPerSecond,
      ),
      limit('--message-burst <n>', 'messages in a burst', 1e6, standard.messageBurst),
      limit(
        '--max-buffered-bytes <bytes>',
        'unsent output and unhandled input buffered per socket',
        1 << 30,
        standard.bufferedBytes,
      ),
      limit('--max-sockets <n>', 'open sockets on this node', 1e7, standard.sockets),
      limit(
        '--max-sockets-per-address <n>',
        'open sockets per address that are logged in, and the same number that are not',
        1e6,
        standard.socketsPerAddress,
      ),
      limit(
        '--max-connections-per-address <n>',
        'open connections per address in addition to its sockets',
        1e6,
        standard.connectionsPerAddress,
      ),
      limit('--max-clients-per-device <n>', 'open sessions per device', 1e6, standard.clientsPerDevice),
      limit(
        '--max-tokens-per-device <n>',
        'tokens that a device may announce for its users',
        MAX_ANNOUNCED_TOKENS,
        standard.tokensPerDevice,
      ),
      limit('--close-timeout-ms <ms>', 'time to answer a close frame', DAY_MS, standard.closeTimeoutMs),
      option(
        '--drain-delay-ms <ms>',
        'time from the stop signal, when the service stops being ready, until its sockets close',
      )
        .argParser(wholeNumber(0, DAY_MS))
        .default(standard.drainDelayMs),
      option('--shutdown-grace-ms <ms>', 'time for requests in progress when the service stops')
        .argParser(wholeNumber(0, DAY_MS))
        .default(standard.shutdownGraceMs),
      limit(
        '--headers-timeout-ms <ms>',
        'time for the headers of a request',
        DAY_MS,
        standard.headersTimeoutMs,
      ),
      limit('--request-timeout-ms <ms>', 'time for a whole request', DAY_MS, standard.requestTimeoutMs),
    ];
  },
  toService: (flags) => ({
    limits: {
      frameBytes: flags.maxFrameBytes,
      attachmentFrameBytes: flags.maxAttachmentFrameBytes,
      loginTimeoutMs: flags.loginTimeoutMs,
      loginsPerSecond: flags.loginsPerSecond,
      loginBurst: flags.loginBurst,
      pingIntervalMs: flags.pingIntervalMs,
      missedPings: flags.missedPings,
      messagesPerSecond: flags.messagesPerSecond,
      messageBurst: flags.messageBurst,
      bufferedBytes: flags.maxBufferedBytes,
      sockets: flags.maxSockets,
      socketsPerAddress: flags.maxSocketsPerAddress,
      connectionsPerAddress: flags.maxConnectionsPerAddress,
      clientsPerDevice: flags.maxClientsPerDevice,
      tokensPerDevice: flags.maxTokensPerDevice,
      closeTimeoutMs: flags.closeTimeoutMs,
      drainDelayMs: flags.drainDelayMs,
      shutdownGraceMs: flags.shutdownGraceMs,
      headersTimeoutMs: flags.headersTimeoutMs,
      requestTimeoutMs: flags.requestTimeoutMs,
    },
  }),
};

function limit(flags: string, description: string, max: number, standard: number): ServiceOption {
  return option(flags, description).argParser(wholeNumber(1, max)).default(standard);
}
