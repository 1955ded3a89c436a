/** @module Each wrong option is an error that names it, thrown before anything is opened. */
import { expect, test, vi } from 'vitest';
import { checkOptions } from './check-options.ts';
import { createDevice } from './create-device.ts';
import type { DeviceOptions } from './device-options.ts';
import { DEFAULT_LOGIN_RATES } from './auth/login-limits.ts';
import { defaultIamConfig } from './iam/default-config.ts';
import { generatePrivateKey, identityOf } from './identity/identity-key.ts';
import { createMemoryStore } from './store/memory-store.ts';

const good: DeviceOptions = {
  signalingServerUrl: 'wss://service.example',
  productId: 'pr-garden',
  deviceId: 'de-gate',
  identity: identityOf(generatePrivateKey()),
  store: createMemoryStore(),
};
const rate = { capacity: 1, refillPerSecond: 1 };

/** TypeScript rules some of them out. */
const wrong: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
  ['productId', { productId: undefined }],
  ['productId', { productId: '' }],
  ['deviceId', { deviceId: 'a gate' }],
  ['deviceId', { deviceId: 'd'.repeat(65) }],
  ['identity', { identity: undefined }],
  ['identity', { identity: 'identity.pem' }],
  ['identity', { identity: {} }],
  ['store', { store: undefined }],
  ['store', { store: '' }],
  ['appName', { appName: 5 }],
  ['appVersion', { appVersion: null }],
  ['bindAddress', { bindAddress: 'localhost' }],
  ['bindAddress', { bindAddress: '' }],
  ['iceServers', { iceServers: 'stun:stun.example' }],
  ['iceServers', { iceServers: [{ urls: 'stun:stun.example' }] }],
  ['sessionLimits.maxSessions', { sessionLimits: { maxSessions: 0 } }],
  ['sessionLimits.maxSessionsPerUser', { sessionLimits: { maxSessionsPerUser: 0 } }],
  ['sessionLimits.reservedForLogin', { sessionLimits: { reservedForLogin: -1 } }],
  ['sessionLimits.reservedForLogin', { sessionLimits: { maxSessions: 4, reservedForLogin: 4 } }],
  ['sessionLimits.maxSessionsPerToken', { sessionLimits: { maxSessionsPerToken: 1.5 } }],
  ['loginRates.device.capacity', { loginRates: { device: { ...rate, capacity: 0 } } }],
  [
    'loginRates.rounds.refillPerSecond',
    { loginRates: { ...DEFAULT_LOGIN_RATES, rounds: { ...rate, refillPerSecond: 0 } } },
  ],
  ['backOff.baseMs', { backOff: { baseMs: -1, capMs: 1, refusedFloorMs: 1 } }],
  ['backOff.capMs', { backOff: { baseMs: 1, capMs: Number.NaN, refusedFloorMs: 1 } }],
  ['iamConfig', { iamConfig: { ...defaultIamConfig, unpairedRole: 'Stranger' } }],
  ['iamConfig', { iamConfig: { ...defaultIamConfig, policies: [] } }],
  ['iamConfig.inviteMs', { iamConfig: { ...defaultIamConfig, inviteMs: 1.5 } }],
  ['iamConfig.inviteMs', { iamConfig: { ...defaultIamConfig, inviteMs: Number.NaN } }],
  ['iamConfig.openPairingMs', { iamConfig: { ...defaultIamConfig, openPairingMs: -1 } }],
  ['iamConfig.openPairingMs', { iamConfig: { ...defaultIamConfig, openPairingMs: Infinity } }],
];

test.each(wrong)('createDevice names the wrong option %s: %j', (name, option) => {
  const options = Object.assign({ ...good }, option);
  expect(() => createDevice(options)).toThrow(
    expect.objectContaining({
      code: 'ERR_DEVICE_OPTIONS',
      message: expect.stringContaining(`option "${name}" must`),
    }),
  );
});

test('a malformed URL keeps its own error code', () => {
  expect(() => createDevice({ ...good, signalingServerUrl: 'https://service.example' })).toThrow(
    expect.objectContaining({ code: 'ERR_SIGNALING_URL' }),
  );
});

test('a wrong option is found before the store is opened', () => {
  expect(() => createDevice({ ...good, store: '/nowhere/state.json', deviceId: '' })).toThrow(/deviceId/u);
});

test('accepts required options alone, and all optional ones', () => {
  const logger = {
    debug: vi.fn<() => void>(),
    info: vi.fn<() => void>(),
    warn: vi.fn<() => void>(),
    error: vi.fn<() => void>(),
  };
  expect(() => checkOptions(good)).not.toThrow();
  const given = {
    iamConfig: defaultIamConfig,
    appName: 'gate',
    appVersion: '1',
    logger,
    iceServers: [{ urls: ['stun:stun.example'] }],
    bindAddress: '127.0.0.1',
    sessionLimits: { maxSessions: 1 },
    loginRates: DEFAULT_LOGIN_RATES,
    backOff: { baseMs: 0, capMs: 0, refusedFloorMs: 0 },
  };
  expect(() => checkOptions({ ...good, ...given })).not.toThrow();
});
