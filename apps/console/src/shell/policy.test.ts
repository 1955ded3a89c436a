import { expect, test } from 'vitest';
import { SECURITY_HEADERS } from '../../../../packages/signaling/src/request/security-headers.ts';
import { CONTENT_SECURITY_POLICY, STANDALONE_POLICY } from '../../build/content-security-policy.ts';

const rulesOf = (policy: string): Map<string, string> =>
  new Map(
    policy.split('; ').map((rule) => {
      const [name = '', ...sources] = rule.split(' ');
      return [name, sources.sort().join(' ')];
    }),
  );

test('the page’s Content-Security-Policy and the service’s header agree', () => {
  const page = rulesOf(CONTENT_SECURITY_POLICY);
  const header = rulesOf(SECURITY_HEADERS['content-security-policy'] ?? '');
  // Only the service knows the frames' origins, and only a header can set frame-ancestors.
  page.delete('frame-src');
  header.delete('frame-ancestors');
  expect(Object.fromEntries(page)).toEqual(Object.fromEntries(header));
});

test('the standalone policy differs only in connect-src, until the service list is loaded', () => {
  const [served, standalone] = [CONTENT_SECURITY_POLICY, STANDALONE_POLICY].map(rulesOf);
  expect(standalone?.get('connect-src')).toBe("'self' http: https: ws: wss:");
  served?.delete('connect-src');
  standalone?.delete('connect-src');
  expect(standalone).toEqual(served);
});

test('the policy allows no foreign and no inline resources, and one Trusted Types policy', () => {
  const page = rulesOf(CONTENT_SECURITY_POLICY);
  expect(page.get('default-src')).toBe("'none'");
  for (const kind of ['script-src', 'style-src', 'worker-src', 'manifest-src'])
    expect([kind, page.get(kind)]).toEqual([kind, "'self'"]);
  expect(page.get('require-trusted-types-for')).toBe("'script'");
  expect(page.get('trusted-types')).toBe('longwire-worker');
});
