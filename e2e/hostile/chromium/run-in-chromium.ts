/** @module Runs one script against a real Chromium, a real device and the real service behind the hostile one. */
import { assertNever } from '@longwire/protocol';
import { expect, type BrowserContext, type Page } from '@playwright/test';
import type { Device } from '../../harness/device.ts';
import type { HostileClientOptions } from '../../pages/hostile-client.ts';
import type { ShownClaim } from '../../pages/hostile-watch.ts';
import type { HostileScript, Outcome } from '../script.ts';
import { falsehoodOf, type Claim, type Truth } from '../truth.ts';
import { BackConnection } from './back-connection.ts';
import type { HostileService } from './hostile-service.ts';

/** The result of a script. */
export interface ChromiumResult {
  readonly outcome: Outcome;
  readonly falsehoods: readonly string[];
  /** The kinds of claims that were shown. */
  readonly shown: readonly Claim['kind'][];
  readonly secrets: readonly string[];
}

/** What a script runs with. */
export interface ChromiumRunOptions {
  readonly script: HostileScript;
  readonly service: HostileService;
  readonly device: Device;
  /** Another device of the same product. */
  readonly other: Device;
}

/** Time limit for the messages of a script to pass, and for its impostor to be asked, in milliseconds. */
const CARRIED_OUT_MS = 3000;
/** Time limit for connecting when the attack may prevent it, in milliseconds; longer than any delay of a script. */
const IN_VAIN_MS = 2500;
/** Time limit for the console to show the result of an attack, in milliseconds. */
const PATIENCE_MS = 10_000;

function assign({ script, service, device, other }: ChromiumRunOptions, isHostile: boolean): void {
  const otherDevice = { deviceId: other.deviceId, sct: other.sct };
  service.assign({ script, deviceId: device.deviceId, otherDevice }, { isHostile });
}

/** Runs a script whose client is an application, on a page that all of them share. */
export async function runApplication(page: Page, options: ChromiumRunOptions): Promise<ChromiumResult> {
  const { script, service, device } = options;
  assign(options, true);
  await page.evaluate((given) => {
    window.hostileWatch.claims.length = 0;
    window.hostileClient = new window.HostileClient(given);
  }, applicationOptions(options));
  const { productId, deviceId, sct } = device;
  if (script.tamperings.some(({ act }) => act.verb === 'exchange')) {
    const login = { type: 20, productId, deviceId, sct };
    // Another browser, which may not reach the device either.
    BackConnection.open(service.webSocketUrl, login).catch(() => undefined);
  }
  await page.evaluate(async () => await window.hostileClient.begin());
  service.tamperer.arm();
  for (const step of script.steps) {
    if (step === 'lose signaling') service.cut();
    else if (step === "offer with the device's certificate") await service.forgeOffer();
    else if (step === 'forge an offer') service.tamperer.inject();
    await page.evaluate(async (done) => await window.hostileClient.step(done), step);
  }
  await untilCarriedOut(options);
  await page.evaluate(async () => await window.hostileClient.settle());
  const outcome = await page.evaluate(() => window.hostileClient.outcome());
  const claims = await claimsOf(page);
  await page.evaluate(async () => await window.hostileClient.end());
  return { outcome, ...checkClaims(claims, service, device) };
}

async function claimsOf(page: Page): Promise<readonly ShownClaim[]> {
  return await page.evaluate(() => window.hostileWatch.claims);
}

/** Whether the client asks the impostor, unless the attack prevents that. */
export function meetsImpostor({ impostor, bait }: HostileScript): boolean {
  return impostor !== undefined && bait === 'nothing';
}

/** Waits until the service has carried out the whole script and its impostor was asked, which takes a pause for a session that lost signaling. Neither is certain: the test checks both. */
async function untilCarriedOut({ script, service }: ChromiumRunOptions): Promise<void> {
  const isDone = (): boolean =>
    service.tamperer.counts.every((count) => count > 0) &&
    (!meetsImpostor(script) || service.impostorRequests > 0);
  await expect
    .poll(isDone, { timeout: CARRIED_OUT_MS, intervals: [20] })
    .toBe(true)
    .catch(() => undefined);
}

function applicationOptions({ script, service, device }: ChromiumRunOptions): HostileClientOptions {
  const { productId, deviceId, sct, fingerprint, username, password } = device;
  return {
    productId,
    deviceId,
    sct,
    client: script.client === 'session' ? 'session' : 'connection',
    signalingServerUrl: service.webSocketUrl,
    fingerprint: script.knows === 'nothing' ? undefined : fingerprint,
    acceptUnbound: script.device === 'deployed-unbound',
    credentials: { username, password },
    isPrepared: script.steps.includes('prepare first'),
    isEarly: script.isEarly === true,
    connectTimeoutMs: script.allowed.includes('no connection') ? IN_VAIN_MS : PATIENCE_MS,
  };
}

/** Runs a script whose client is the console, in a new browser profile. */
export async function runConsoleInChromium(
  context: BrowserContext,
  options: ChromiumRunOptions,
): Promise<ChromiumResult> {
  const { script, service, device } = options;
  const hasBefore = script.knows === 'first key' || script.knows === 'proved key';
  assign(options, !hasBefore);
  const isKeyTold = script.knows === 'fingerprint' || script.knows === 'proved key';
  const ownLink = linkOf(service, device, isKeyTold ? device.fingerprint : undefined);
  const page = await context.newPage();
  if (hasBefore) {
    await page.goto(ownLink);
    await expect.poll(() => outcomeOf(page), { timeout: PATIENCE_MS }).toMatch(/verified|logged in/u);
    await page.goto('about:blank');
    service.turnHostile();
  }
  const bait = script.bait === "link with the impostor's key" ? service.identity.fingerprint : undefined;
  await page.goto(bait === undefined ? ownLink : linkOf(service, device, bait));
  await settledOutcome(page, script);
  service.tamperer.arm();
  const claims: ShownClaim[] = [];
  for (const step of script.steps) {
    if (step === 'visit again') {
      claims.push(...(await claimsOf(page)));
      await page.reload();
    }
    if (step === 'lose signaling') service.cut();
    if (step === 'forge an offer') service.tamperer.inject();
    if (step === 'invite someone') await inviteSomeone(page);
    await settledOutcome(page, script);
  }
  await untilCarriedOut(options);
  await expect.poll(() => page.evaluate(() => window.hostileWatch.isStable())).toBe(true);
  const outcome = await settledOutcome(page, script);
  claims.push(...(await claimsOf(page)));
  await page.close();
  return { outcome, ...checkClaims(claims, service, device) };
}

/** Invites someone, as far as the console allows without a confirmation. */
async function inviteSomeone(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'People', exact: true }).click();
  const button = page.getByRole('button', { name: 'Invite a person' });
  await page.getByTestId('secrets-gate').or(button).first().waitFor();
  if (!(await button.isVisible())) return;
  await button.click();
  const form = page.getByRole('form', { name: 'Invite a person' });
  await form.getByLabel('Name', { exact: true }).fill('anna');
  await form.getByRole('button', { name: 'Invite', exact: true }).click();
}

function linkOf({ url }: HostileService, device: Device, fingerprint: string | undefined): string {
  const { productId, deviceId, username, password, sct } = device;
  const parts = { p: productId, d: deviceId, u: username, pwd: password, sct };
  return `${url}/#${new URLSearchParams({ ...parts, ...(fingerprint !== undefined && { fp: fingerprint }) }).toString()}`;
}

/** What is shown once the console has reached one of the allowed outcomes. */
async function settledOutcome(page: Page, { allowed }: HostileScript): Promise<Outcome> {
  const hasCome = (outcome: Outcome): boolean => outcome !== 'no connection' && allowed.includes(outcome);
  await expect
    .poll(async () => hasCome(await outcomeOf(page)), { timeout: PATIENCE_MS })
    .toBe(true)
    .catch(() => undefined);
  return await outcomeOf(page);
}

async function outcomeOf(page: Page): Promise<Outcome> {
  return await page.evaluate((): Outcome => {
    // oxlint-disable-next-line unicorn/consistent-function-scoping -- it runs in the page
    const find = (id: string): Element | null => document.querySelector(`[data-testid="${id}"]`);
    if (find('stop-screen') !== null) return 'stopped';
    const badge = find('badge');
    const who = find('who-am-i');
    if (document.querySelector('input[type="password"]') !== null) return 'asked';
    if (badge === null) return 'no connection';
    if (badge.classList.contains('lw-badge-lost')) return 'ended';
    if (badge.classList.contains('lw-badge-verified')) return 'verified';
    return who !== null && / · /u.test(who.textContent ?? '') ? 'logged in' : 'connected';
  });
}

function checkClaims(
  claims: readonly ShownClaim[],
  service: HostileService,
  device: Device,
): Omit<ChromiumResult, 'outcome'> {
  const found = claims.map((shown) => falsehoodOf(claimOf(shown), truthAt(shown, service, device)) ?? '');
  return {
    falsehoods: [...new Set(found)].filter((falsehood) => falsehood !== ''),
    shown: [...new Set(claims.map(({ kind }) => kind))],
    secrets: service.secrets([device.password, 'a new password']),
  };
}

function claimOf({ kind, text, media }: ShownClaim): Claim {
  switch (kind) {
    case 'verified':
      return { kind, how: text };
    case 'login':
      return { kind, username: text };
    case 'track':
      return { kind, name: text, track: media };
    case 'user':
    case 'trouble':
      return { kind, text };
    case 'second transport':
      return { kind };
    default:
      return assertNever(kind);
  }
}

const NAMES: ReadonlyMap<unknown, string> = new Map([
  ['video', 'frontdoor-video'],
  ['audio', 'frontdoor-audio'],
]);

function truthAt({ certificates }: ShownClaim, service: HostileService, device: Device): Truth {
  return {
    isDeviceThere: service.isOfDevice(certificates),
    isLoggedIn: (username) => username === device.username,
    nameOf: (media) => NAMES.get(media),
    keptKey: undefined,
  };
}
