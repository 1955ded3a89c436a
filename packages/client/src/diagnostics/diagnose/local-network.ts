/** @module Whether the browser lets this page reach addresses of the networks around it: Chromium asks the person first. */
import { isPrivateAddress } from '../stats/address-scope.ts';

/** Where a page reaches only what the person has allowed: this machine, or the network that it is in. */
export type LocalScope = 'loopback' | 'local';

/** Names of the permission, the newest first (Local Network Access, section 3.1). */
const NAMES: Readonly<Record<LocalScope, readonly string[]>> = {
  loopback: ['loopback-network', 'local-network-access'],
  local: ['local-network', 'local-network-access'],
};

const LOOPBACK = /^(?:localhost|.+\.localhost|127\.\d+\.\d+\.\d+|::1)$/u;

/** What a host is, as far as its name tells; undefined where it is one of the Internet. */
export function localScopeOf(hostname: string): LocalScope | undefined {
  const host = hostname.toLowerCase().replaceAll(/^\[|\]$/gu, '');
  if (LOOPBACK.test(host)) return 'loopback';
  const isNameOfHere = !host.includes('.') && !host.includes(':');
  return isNameOfHere || isPrivateAddress(host) ? 'local' : undefined;
}

/** What the browser says; undefined where it knows no such permission, and so asks nobody. */
export async function localNetworkPermission(scope: LocalScope): Promise<PermissionState | undefined> {
  const permissions = globalThis.navigator?.permissions;
  if (permissions === undefined) return undefined;
  for (const name of NAMES[scope]) {
    // Reason: the types of the platform do not know the name yet.
    const descriptor: PermissionDescriptor = Object.assign({ name: 'geolocation' as const }, { name });
    const status = await permissions.query(descriptor).catch(() => undefined);
    if (status !== undefined) return status.state;
  }
  return undefined;
}
