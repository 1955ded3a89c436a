import { expect, test } from 'vitest';
import { workerUrl } from './worker-url.ts';

/** Trusted Types as in a browser: values created by a policy are marked. */
function fakeTrustedTypes() {
  const policies: { readonly name: string; readonly vouch: (url: string) => string }[] = [];
  return {
    policies,
    createPolicy: (name: string, { createScriptURL }: { createScriptURL: (url: string) => string }) => {
      policies.push({ name, vouch: createScriptURL });
      return { createScriptURL: (url: string) => `trusted:${createScriptURL(url)}` };
    },
  };
}

test('the service worker’s URL is next to the page, without its query and fragment', () => {
  const baseUri = 'https://home.example/console/?p=a#u=b&pwd=c';
  expect(workerUrl({ baseUri, trustedTypes: undefined })).toBe(
    'https://home.example/console/service-worker.js',
  );
});

test('the Trusted Types policy approves only the service worker’s URL', () => {
  const trustedTypes = fakeTrustedTypes();
  const own = 'https://home.example/service-worker.js';
  expect(workerUrl({ baseUri: 'https://home.example/', trustedTypes })).toBe(`trusted:${own}`);
  expect(trustedTypes.policies.map(({ name }) => name)).toEqual(['longwire-worker']);
  const [policy] = trustedTypes.policies;
  for (const url of [
    `${own}?x`,
    'https://evil.example/service-worker.js',
    'https://home.example/assets/a.js',
  ])
    expect(() => policy?.vouch(url)).toThrow(TypeError);
});
