/** @module Open pairing: on for ten minutes, across restarts, and then closed. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { CborValue } from '@longwire/protocol';
import { ResourceHarness, type HarnessClient } from '../coap/resource-harness.fixture.ts';
import { formatState, parseState } from '../store/state-json.ts';
import { defaultIamConfig } from './default-config.ts';
import type { IamConfig } from './iam-config.ts';
import type { IamState } from './iam-state.ts';
import { household, PASSWORD, put } from './resources/household.fixture.ts';

const OPEN_PASSWORD = 'open password';
const MINUTE_MS = 60_000;

function withOpenPassword(state: IamState, role = 'Guest'): IamState {
  return { ...state, openPairing: { ...state.openPairing, password: OPEN_PASSWORD, role } };
}

let harness: ResourceHarness;
let admin: HarnessClient;
async function start(state: IamState, config?: Partial<IamConfig>): Promise<void> {
  const wallClockMs = harness?.wallClockMs;
  harness = new ResourceHarness({ state, config: { ...defaultIamConfig, ...config } });
  harness.wallClockMs = wallClockMs ?? harness.wallClockMs;
  admin = harness.connect('office');
  await admin.login('admin', PASSWORD);
}
beforeEach(() => start(withOpenPassword(household())));

const switchOn = (isOn = true): Promise<number> => put(admin, '/iam/settings/password-open-pairing', isOn);
const setting = async (): Promise<CborValue> => (await admin.request('GET', '/iam/settings')).cbor();
const modes = async (): Promise<CborValue> => (await admin.request('GET', '/iam/pairing')).cbor();
/** The statuses of a login with the open password and of pairing. */
async function pair(username: string): Promise<[number, number]> {
  const client = harness.connect(`the browser of ${username}`, `token of ${username}`);
  const login = await client.login('', OPEN_PASSWORD);
  const cbor = { Username: username };
  return [login, (await client.request('POST', '/iam/pairing/password-open', { cbor })).statusCode];
}

describe('open pairing', () => {
  test('is on for ten minutes: for logins, in the list of modes, in the settings and for pairing', async () => {
    expect(await switchOn()).toBe(204);
    harness.wallClockMs += 10 * MINUTE_MS - 1;
    expect(await setting()).toMatchObject({ PasswordOpenPairing: true });
    expect(await modes()).toMatchObject({ Modes: ['PasswordOpen', 'PasswordInvite'] });
    expect(await pair('nina')).toEqual([201, 201]);
    harness.wallClockMs += 1;
    expect(await setting()).toMatchObject({ PasswordOpenPairing: false });
    expect(await modes()).toMatchObject({ Modes: ['PasswordInvite'] });
    expect(await pair('oscar')).toEqual([401, 404]);
  });

  test('also closes for connections that are logged in with its password', async () => {
    await switchOn();
    const client = harness.connect('a new browser');
    expect(await client.login('', OPEN_PASSWORD)).toBe(201);
    harness.wallClockMs += 10 * MINUTE_MS;
    const cbor = { Username: 'nina' };
    expect((await client.request('POST', '/iam/pairing/password-open', { cbor })).statusCode).toBe(404);
  });

  test('refuses a login when it closes between the rounds', async () => {
    await switchOn();
    const late = harness.connect('a new browser').login('', OPEN_PASSWORD);
    harness.wallClockMs += 10 * MINUTE_MS;
    expect(await late).toBe(401);
  });

  test('starts over when it is switched on again, and ends when it is switched off', async () => {
    await switchOn();
    harness.wallClockMs += 9 * MINUTE_MS;
    await switchOn();
    harness.wallClockMs += 9 * MINUTE_MS;
    expect(await pair('nina')).toEqual([201, 201]);
    await switchOn(false);
    expect(await pair('oscar')).toEqual([401, 404]);
  });

  test('closes at the same moment after a restart', async () => {
    await switchOn();
    harness.wallClockMs += 6 * MINUTE_MS;
    await start(parseState(formatState(harness.store.state)));
    expect(await pair('nina')).toEqual([201, 201]);
    harness.wallClockMs += 4 * MINUTE_MS;
    expect(await pair('oscar')).toEqual([401, 404]);
  });

  test('is closed if it was switched on with a clock years ahead that was then set right', async () => {
    await switchOn();
    harness.wallClockMs -= 365 * 24 * 60 * MINUTE_MS;
    expect(await pair('nina')).toEqual([401, 404]);
  });

  test('without a stored end, as in older states, stays on until it is switched off', async () => {
    const state = withOpenPassword(household());
    await start({ ...state, openPairing: { ...state.openPairing, isEnabled: true } });
    harness.wallClockMs += 1000 * MINUTE_MS;
    expect(await pair('nina')).toEqual([201, 201]);
  });

  test('stays on for the configured time, and for ever at 0', async () => {
    await start(withOpenPassword(household()), { openPairingMs: MINUTE_MS });
    await switchOn();
    harness.wallClockMs += MINUTE_MS;
    expect(await pair('nina')).toEqual([401, 404]);
    await start(withOpenPassword(household()), { openPairingMs: 0 });
    await harness.iam.setOpenPairing(true);
    harness.wallClockMs += 1000 * MINUTE_MS;
    expect(await pair('nina')).toEqual([201, 201]);
  });

  test('ends after the first pairing if it makes administrators', async () => {
    await start(withOpenPassword(household(), 'Administrator'));
    await switchOn();
    expect(await pair('nina')).toEqual([201, 201]);
    expect(await pair('oscar')).toEqual([401, 404]);
    expect(harness.iam.users().at(-1)).toMatchObject({ Username: 'nina', Role: 'Administrator' });
  });
});
