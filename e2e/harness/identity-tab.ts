/** @module A tab that stores a certificate, connects with it and signs in, driven from the test. */
import type { SignInResult, UnavailableReason } from '@longwire/client';
import type { Page } from '@playwright/test';
import type { TestClientOptions } from './test-client.ts';

/** The device that a tab connects to. */
export interface Destination extends TestClientOptions {
  /** The key that the device has to prove before the tab signs in. */
  readonly fingerprint: string;
}

/** How a tab connects to a device. */
export interface Arrival {
  readonly credentials?: { readonly username: string; readonly password: string };
  readonly isInvite?: boolean;
  /** How far the page's clock is ahead, in milliseconds. */
  readonly aheadMs?: number;
  /** The requested lifetime of the certificate, in milliseconds. */
  readonly lifetimeMs?: number;
}

/** The result. */
export interface Arrived {
  readonly kind: SignInResult['kind'];
  readonly by: string | undefined;
  readonly username: string | undefined;
  readonly isRemembered: boolean | undefined;
  /** The certificate of the connection; undefined when none is stored. */
  readonly fingerprint: string | undefined;
  readonly expiresMs: number | undefined;
  readonly isNew: boolean | undefined;
  readonly events: readonly { readonly event: string; readonly reason: UnavailableReason | undefined }[];
}

/** Connects in the page, which has loaded test.html, verifies the device and signs in. The connection stays open until the next one. */
export async function arrive(page: Page, options: Destination, arrival: Arrival = {}): Promise<Arrived> {
  return await page.evaluate(
    async ({ target, how }) => {
      const events: { event: string; reason: UnavailableReason | undefined }[] = [];
      const identity = window.longwire.createBrowserIdentity({
        now: () => Date.now() + (how.aheadMs ?? 0),
        ...(how.lifetimeMs === undefined ? {} : { lifetimeMs: how.lifetimeMs }),
      });
      for (const event of ['renewed', 'renewal-refused', 'unknown-to-device', 'not-remembered'] as const)
        identity.on(event, () => events.push({ event, reason: undefined }));
      identity.on('unavailable', ({ reason }) => events.push({ event: 'unavailable', reason }));
      const { fingerprint, ...connection } = target;
      const { productId, deviceId } = connection;
      const own = await identity.certificateFor({ productId, deviceId });
      window.probe = new window.Probe({ ...connection, certificate: own?.certificate });
      const connected = await window.probe.connect();
      if (!connected.ok) throw new Error(connected.error.message);
      const { valid } = await window.probe.connection.verifyFingerprint(fingerprint);
      if (!valid) throw new Error('the device has another key');
      const { credentials, isInvite } = how;
      const result = await identity.signIn(window.probe.connection, { own, credentials, isInvite });
      const signedIn = result.kind === 'signed-in' ? result : undefined;
      return {
        kind: result.kind,
        by: signedIn?.by,
        username: signedIn?.user.Username,
        isRemembered: signedIn?.isRemembered,
        fingerprint: own?.certificate.getFingerprints()[0]?.value?.replaceAll(':', ''),
        expiresMs: own?.certificate.expires,
        isNew: own?.isNew,
        events,
      };
    },
    { target: options, how: arrival },
  );
}

/** The certificates in the device's record of the connection's user. */
export async function listedFingerprints(page: Page): Promise<string[]> {
  return await page.evaluate(async () => {
    const { Fingerprints = [] } = await window.probe.connection.iam.getMe();
    return Fingerprints.map(({ Fingerprint }) => Fingerprint);
  });
}

/** Closes the tab's connection. */
export async function depart(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await window.probe.close();
  });
}
