/** @module Checks that the service's addresses fit together. */
import { good, warning, type Verdict } from '@longwire/protocol';
import { isLoopbackHost } from '../../config/loopback-host.ts';
import { listenAddress, type NetworkFlags } from '../flags/network-flags.ts';
import { hasTls, isAutomatic, type TlsFlags } from '../flags/tls-flags.ts';

type Flags = NetworkFlags & TlsFlags;

/** Checks the network options against each other, without any network request. */
export function checkNetwork(flags: Flags): Verdict[] {
  return [checkPublicUrl(flags), ...checkProxy(flags), ...checkOrigins(flags)];
}

function checkPublicUrl(flags: Flags): Verdict {
  const { publicUrl, domain } = flags;
  if (publicUrl === undefined) {
    if (isAutomatic(flags))
      return good('public-url', `follows from the certificate: ${domain ?? 'local names'}`);
    const { host } = listenAddress(flags);
    if (isLoopbackHost(host)) return good('public-url', 'none: only this machine can reach the service');
    return warning(
      'public-url',
      `none, although other machines can reach ${host}: the host in a device's proof is not verified`,
      'set --public-url https://NAME, the address that devices and browsers use',
    );
  }
  const { protocol = '', hostname = '' } = URL.parse(publicUrl) ?? {};
  if (['https:', 'wss:'].includes(protocol) || isLoopbackHost(hostname)) return good('public-url', publicUrl);
  return warning(
    'public-url',
    `${publicUrl} has no TLS: tokens can be read in transit, and browsers deny its pages the microphone and fingerprints`,
    'put a TLS proxy in front of the service (deploy/Caddyfile), or give it a certificate (--domain, or --tls-cert), and set its https:// address',
  );
}

function checkProxy(flags: Flags): Verdict[] {
  const { publicUrl, trustProxy } = flags;
  const { host } = listenAddress(flags);
  const isBehindProxy = !hasTls(flags) && /^(?:https|wss):/u.test(publicUrl ?? '');
  if (isBehindProxy && !trustProxy) {
    return [
      warning(
        'trust-proxy',
        "off: behind the TLS proxy all sockets have the proxy's address and share one limit",
        'set --trust-proxy if that proxy sets X-Forwarded-For and is the only way to reach the service',
      ),
    ];
  }
  if (trustProxy && !isBehindProxy && !isLoopbackHost(host)) {
    return [
      warning(
        'trust-proxy',
        'on, but the service can be reached without a proxy: any client can forge the address',
        'omit --trust-proxy, or listen on an address that only the proxy can reach',
      ),
    ];
  }
  return [good('trust-proxy', trustProxy ? 'X-Forwarded-For is trusted' : 'X-Forwarded-For is ignored')];
}

function checkOrigins({ deviceOrigin, publicUrl }: Flags): Verdict[] {
  if (deviceOrigin === undefined || deviceOrigin === 'none' || publicUrl === undefined) return [];
  const base = deviceOrigin.replace(/^https?:\/\/\*\./u, '').replace(/[:/].*$/u, '');
  const host = URL.parse(publicUrl)?.hostname ?? '';
  const isShared = host === base || host.endsWith(`.${base}`) || base.endsWith(`.${host}`);
  if (!isShared) return [good('device-origin', deviceOrigin)];
  return [
    warning(
      'device-origin',
      `${base} shares its domain with the console at ${host}: a device's page can set cookies for both`,
      'use a base domain with nothing else below it: a separate domain, or one on the public suffix list',
    ),
  ];
}
