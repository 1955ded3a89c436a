/** @module The address of the signaling socket below a service. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { EdgeError } from '../errors/edge-error.ts';
import { serviceUrl, signalingUrl } from './signaling-url.ts';

function attempt(text: string): unknown {
  try {
    return signalingUrl(text);
  } catch (error) {
    return error;
  }
}

test.each([
  ['ws://localhost:8080', 'ws://localhost:8080/signaling/v1'],
  ['ws://localhost:8080/', 'ws://localhost:8080/signaling/v1'],
  ['wss://host.example/base', 'wss://host.example/base/signaling/v1'],
  ['wss://host.example/base/', 'wss://host.example/base/signaling/v1'],
  ['WSS://[::1]:1', 'WSS://[::1]:1/signaling/v1'],
])('%s → %s', (base, url) => {
  expect(signalingUrl(base)).toBe(url);
});

test.each([
  '',
  'localhost',
  '/relative',
  'http://host',
  'https://host',
  'ws:host',
  'ws://',
  'ws:///path',
  'ws://user:pwd@host',
  'ws://host?query',
  'ws://host/#fragment',
  'ws://ho st',
  ' ws://host',
])('%j is refused', (base) => {
  expect(() => signalingUrl(base)).toThrow(expect.objectContaining({ code: 'ERR_SIGNALING_URL' }));
});

test('serviceUrl appends another path of the same service', () => {
  expect(serviceUrl('ws://host/', '/signaling/device/v1')).toBe('ws://host/signaling/device/v1');
});

test('signalingUrl returns a URL or throws a typed error for any text', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.webUrl()), (text) => {
      const result = attempt(text);
      expect(typeof result === 'string' || result instanceof EdgeError).toBe(true);
    }),
  );
});
