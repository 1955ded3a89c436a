/** @module Which hosts are local, and how the permission is read. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { localNetworkPermission, localScopeOf } from './local-network.ts';

test.each([
  ['localhost', 'loopback'],
  ['de-1.localhost', 'loopback'],
  ['127.0.0.1', 'loopback'],
  ['[::1]', 'loopback'],
  ['192.168.1.20', 'local'],
  ['[fd00::7]', 'local'],
  ['hub.local', 'local'],
  ['hub', 'local'],
  ['signal.example', undefined],
  ['203.0.113.7', undefined],
  ['[2001:db8::7]', undefined],
])('the host %s has the scope %s', (hostname, scope) => expect(localScopeOf(hostname)).toBe(scope));

/** A browser that supports these permission names. */
function browserWith(states: Readonly<Record<string, PermissionState>>): void {
  const query = async ({ name }: { name: string }): Promise<{ state: PermissionState }> => {
    const state = states[name];
    if (state === undefined) throw new TypeError(`${name} is not a permission`);
    return { state };
  };
  vi.stubGlobal('navigator', { permissions: { query } });
}

describe('the permission', () => {
  afterEach(() => vi.unstubAllGlobals());

  test('each scope has its own permission', async () => {
    browserWith({ 'local-network': 'denied', 'loopback-network': 'granted' });
    expect(await localNetworkPermission('local')).toBe('denied');
    expect(await localNetworkPermission('loopback')).toBe('granted');
  });

  test('an older browser has one permission for both scopes', async () => {
    browserWith({ 'local-network-access': 'prompt' });
    expect(await localNetworkPermission('loopback')).toBe('prompt');
  });

  test('a browser without the permission returns undefined', async () => {
    browserWith({});
    expect(await localNetworkPermission('local')).toBeUndefined();
    vi.stubGlobal('navigator', {});
    expect(await localNetworkPermission('local')).toBeUndefined();
  });
});
