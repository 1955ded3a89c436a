/** @module Whether the addresses of the service go together. */
import { bad, good, warning, type Verdict } from '@longwire/protocol';
import { isLoopbackHost } from '../../config/loopback-host.ts';
import type { NetworkFlags } from '../flags/network-flags.ts';

/** What goes together, without asking anybody. */
export function checkNetwork(flags: NetworkFlags): Verdict[] {
  return [checkPublicUrl(flags), ...checkProxy(flags), ...checkOrigins(flags)];
}

function checkPublicUrl({ publicUrl, host }: NetworkFlags): Verdict {
  if (publicUrl === undefined) {
    if (isLoopbackHost(host)) return good('public-url', 'none: the service is for this machine');
    return warning(
      'public-url',
      `none, and ${host} is reached from elsewhere: the host that a device names in its proof is taken on trust`,
      'say --public-url https://NAME, the address that devices and browsers use',
    );
  }
  const { protocol = '', hostname = '' } = URL.parse(publicUrl) ?? {};
  if (hostname === '') {
    return bad('public-url', 'it is no address', 'say --public-url https://NAME');
  }
  if (['https:', 'wss:'].includes(protocol) || isLoopbackHost(hostname)) return good('public-url', publicUrl);
  return warning(
    'public-url',
    `${publicUrl} is without TLS: tokens are read on the way, and browsers keep the microphone and fingerprints from its pages`,
    'put a proxy with TLS before the service (deploy/Caddyfile), or give it a certificate (--tls-cert), and say its https:// address',
  );
}

function checkProxy({ publicUrl, trustProxy, host, tlsCert }: NetworkFlags): Verdict[] {
  const isBehindProxy = tlsCert === undefined && /^(?:https|wss):/u.test(publicUrl ?? '');
  if (isBehindProxy && !trustProxy) {
    return [
      warning(
        'trust-proxy',
        "off: behind the proxy that ends TLS all sockets count as the proxy's, and share one limit",
        'say --trust-proxy, if that proxy sets X-Forwarded-For and nobody else reaches the service',
      ),
    ];
  }
  if (trustProxy && !isBehindProxy && !isLoopbackHost(host)) {
    return [
      warning(
        'trust-proxy',
        'on, and the service is reached without a proxy: whoever connects says which address counts',
        'leave --trust-proxy out, or listen where only the proxy comes to',
      ),
    ];
  }
  return [
    good('trust-proxy', trustProxy ? 'X-Forwarded-For is believed' : 'X-Forwarded-For is not believed'),
  ];
}

function checkOrigins({ deviceOrigin, publicUrl }: NetworkFlags): Verdict[] {
  if (deviceOrigin === undefined || deviceOrigin === 'none' || publicUrl === undefined) return [];
  const base = deviceOrigin.replace(/^https?:\/\/\*\./u, '').replace(/[:/].*$/u, '');
  const host = URL.parse(publicUrl)?.hostname ?? '';
  const isShared = host === base || host.endsWith(`.${base}`) || base.endsWith(`.${host}`);
  if (!isShared) return [good('device-origin', deviceOrigin)];
  return [
    warning(
      'device-origin',
      `${base} shares its name with the console at ${host}: a page of a device can set cookies for both`,
      'take a base below which nothing else is: a domain of its own, or one on the public suffix list',
    ),
  ];
}
