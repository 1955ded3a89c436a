/** @module When a feature is in use, and when it is not. */
import type { Metadata } from '@longwire/protocol';
import { expect, test } from 'vitest';
import { NegotiatedFeatures } from './negotiated-features.ts';

type Said = ['offer' | 'answer', Metadata];

const taken: Metadata = { featuresTaken: ['stream/1'] };

test('the first description announces, later ones do not', () => {
  const features = new NegotiatedFeatures();
  expect([features.outgoing(), features.outgoing()]).toEqual([{ features: ['coap-ws/1', 'stream/1'] }, {}]);
});

test('what a device says before anything was announced means nothing', () => {
  const features = new NegotiatedFeatures();
  features.handleDescription('offer', taken);
  expect(features.has('stream/1')).toBe(false);
  features.outgoing();
  expect(features.has('stream/1')).toBe(false);
});

test.each<[string, Said[], boolean]>([
  ['nothing was answered yet', [], false],
  ['the answer takes it', [['answer', taken]], true],
  ['the answer takes it among others', [['answer', { featuresTaken: ['x/1', 'stream/1'] }]], true],
  ['the answer takes something else', [['answer', { featuresTaken: ['x/1'] }]], false],
  ['the answer says nothing', [['answer', {}]], false],
  ['our own list comes back', [['answer', { features: ['stream/1'] }]], false],
  [
    'the answer does not take it, a later description would',
    [
      ['answer', {}],
      ['offer', taken],
    ],
    false,
  ],
  [
    'the answer takes it, a later description does not say so again',
    [
      ['answer', taken],
      ['offer', {}],
    ],
    true,
  ],
  [
    'an offer crossed ours, the next one takes it',
    [
      ['offer', {}],
      ['offer', taken],
    ],
    true,
  ],
  ['an offer takes it', [['offer', taken]], true],
])('%s: %s', (_name, said, isTaken) => {
  const features = new NegotiatedFeatures();
  features.outgoing();
  for (const [type, metadata] of said) features.handleDescription(type, metadata);
  expect(features.has('stream/1')).toBe(isTaken);
});
