/** @module The browser's permission for this page to reach local network addresses, which Chromium requests from the person. */
import { isPrivateAddress } from '../stats/address-scope.ts';

/** Addresses that need a permission: this machine, or its local network. */
export type LocalScope = 'loopback' | 'local';

/** Names of the permission, the newest first (Local Network Access, section 3.1). */
const NAMES: Readonly<Record<LocalScope, readonly string[]>> = {
  loopback: ['loopback-network', 'local-network-access'],
  local: ['local-network', 'local-network-access'],
};

const LOOPBACK = /^(?:localhost|.+\.localhost|127\.\d+\.\d+\.\d+|::1)$/u;

/** The scope of a host by its name; undefined for an Internet host. */
export function localScopeOf(hostname: string): LocalScope | undefined {
  const host = hostname.toLowerCase().replaceAll(/^\[|\]$/gu, '');
  if (LOOPBACK.test(host)) return 'loopback';
  const isNameOfHere = !host.includes('.') && !host.includes(':');
  return isNameOfHere || isPrivateAddress(host) ? 'local' : undefined;
}

/** The browser's permission state; undefined if it has no such permission. */
export async function localNetworkPermission(scope: LocalScope): Promise<PermissionState | undefined> {
  const permissions = globalThis.navigator?.permissions;
  if (permissions === undefined) return undefined;
  for (const name of NAMES[scope]) {
    // Reason: the platform's types lack the name.
    const descriptor: PermissionDescriptor = Object.assign({ name: 'geolocation' as const }, { name });
    const status = await permissions.query(descriptor).catch(() => undefined);
    if (status !== undefined) return status.state;
  }
  return undefined;
}
