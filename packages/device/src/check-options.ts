/** @module Checks options before anything starts. */
import { isIP } from 'node:net';
import { EdgeError, MAX_DURATION_MS, signalingUrl } from '@longwire/protocol';
import { DEFAULT_BACK_OFF } from './agent/back-off.ts';
import { completeSessionLimits } from './agent/session-limits.ts';
import type { DeviceOptions } from './device-options.ts';
import { isDurationMs, type IamConfig } from './iam/iam-config.ts';
import { DEFAULT_CEILING, MIN_ESTIMATE } from './media/bandwidth/bandwidth-estimate.ts';

/** The format that the service accepts. */
const ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/u;

/** Checks what types cannot express, and what untyped programs may pass. @throws EdgeError ERR_DEVICE_OPTIONS, ERR_SIGNALING_URL */
export function checkOptions(options: DeviceOptions): void {
  signalingUrl(options.signalingServerUrl);
  for (const name of ['productId', 'deviceId'] as const)
    expectThat(
      name,
      'be 1 to 64 of A-Z a-z 0-9 . _ -, beginning with a letter or digit',
      isId(options[name]),
    );
  expectThat(
    'identity',
    'be what loadOrCreateIdentity() resolves with',
    isObject(options.identity) && isObject(options.identity.key),
  );
  expectThat(
    'store',
    "be a file's path or a StateStore",
    options.store !== '' && (typeof options.store === 'string' || isObject(options.store)),
  );
  for (const name of ['appName', 'appVersion', 'events'] as const)
    expectThat(name, 'be a string', ['string', 'undefined'].includes(typeof options[name]));
  const { bindAddress, iceServers, iamConfig } = options;
  expectThat('bindAddress', 'be an IP address', bindAddress === undefined || isIP(bindAddress) !== 0);
  expectThat(
    'iceServers',
    'be a list of objects with a list of urls',
    iceServers === undefined ||
      (Array.isArray(iceServers) && iceServers.every(({ urls }) => Array.isArray(urls))),
  );
  const { maxBitsPerSecond = DEFAULT_CEILING } = options;
  expectThat(
    'maxBitsPerSecond',
    `be a number from ${MIN_ESTIMATE}`,
    Number.isFinite(maxBitsPerSecond) && maxBitsPerSecond >= MIN_ESTIMATE,
  );
  checkNumbers(options);
  if (iamConfig !== undefined) checkIamConfig(iamConfig);
}

function checkNumbers({
  sessionLimits = {},
  loginRates = {},
  backOff = DEFAULT_BACK_OFF,
}: DeviceOptions): void {
  const { reservedForLogin, ...counts } = completeSessionLimits(sessionLimits);
  for (const [name, value] of Object.entries(counts))
    expectThat(`sessionLimits.${name}`, 'be an integer from 1', Number.isInteger(value) && value >= 1);
  expectThat(
    'sessionLimits.reservedForLogin',
    'be an integer from 0, less than maxSessions',
    Number.isInteger(reservedForLogin) && reservedForLogin >= 0 && reservedForLogin < counts.maxSessions,
  );
  for (const [name, rate] of Object.entries(loginRates)) {
    expectThat(`loginRates.${name}.capacity`, 'be a number from 1', rate.capacity >= 1);
    expectThat(`loginRates.${name}.refillPerSecond`, 'be a number above 0', rate.refillPerSecond > 0);
  }
  for (const [name, value] of Object.entries(backOff))
    expectThat(`backOff.${name}`, 'be a number of milliseconds from 0', Number.isFinite(value) && value >= 0);
}

function checkIamConfig({ roles, policies, unpairedRole, ...config }: IamConfig): void {
  for (const name of ['openPairingMs', 'inviteMs'] as const)
    expectThat(
      `iamConfig.${name}`,
      `be 0 to ${MAX_DURATION_MS} whole milliseconds`,
      isDurationMs(config[name]),
    );
  const known = new Set(policies.map(({ id }) => id));
  for (const role of roles) {
    const missing = role.policies.find((policy) => !known.has(policy));
    expectThat(
      'iamConfig',
      `contain policy "${missing ?? ''}", because role "${role.id}" names it`,
      missing === undefined,
    );
  }
  expectThat(
    'iamConfig',
    `contain role "${unpairedRole}", because unpairedRole names it`,
    roles.some(({ id }) => id === unpairedRole),
  );
}

function expectThat(name: string, requirement: string, isGood: boolean): void {
  if (!isGood) throw new EdgeError('ERR_DEVICE_OPTIONS', `option "${name}" must ${requirement}`);
}

function isId(value: unknown): boolean {
  return typeof value === 'string' && ID.test(value);
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
