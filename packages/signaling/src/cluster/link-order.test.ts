/** @module The order of envelopes from another node. */
import { expect, test } from 'vitest';
import { judgeParcel, type LinkOrder } from './link-order.ts';

const heard: LinkOrder = { link: 4, seq: 7, isBroken: false };
const broken: LinkOrder = { link: 4, seq: 7, isBroken: true };

test.each<[string, LinkOrder | undefined, number, number, ReturnType<typeof judgeParcel>]>([
  ['the first of a node', undefined, 9, 1, { verdict: 'next', order: { link: 9, seq: 1, isBroken: false } }],
  [
    'not the first of a node',
    undefined,
    9,
    2,
    { verdict: 'gap', order: { link: 9, seq: 2, isBroken: true } },
  ],
  ['the next', heard, 4, 8, { verdict: 'next', order: { link: 4, seq: 8, isBroken: false } }],
  ['the last once more', heard, 4, 7, { verdict: 'repeated', order: heard }],
  ['an older one once more', heard, 4, 1, { verdict: 'repeated', order: heard }],
  ['one after the next', heard, 4, 9, { verdict: 'gap', order: { link: 4, seq: 9, isBroken: true } }],
  ['of an older link', heard, 3, 8, { verdict: 'repeated', order: heard }],
  [
    'the first of a new link',
    heard,
    5,
    1,
    { verdict: 'renewed', order: { link: 5, seq: 1, isBroken: false } },
  ],
  [
    'not the first of a new link',
    heard,
    5,
    2,
    { verdict: 'gap', order: { link: 5, seq: 2, isBroken: true } },
  ],
  ['the next of a broken link', broken, 4, 8, { verdict: 'repeated', order: broken }],
  ['much later of a broken link', broken, 4, 90, { verdict: 'repeated', order: broken }],
  [
    'the first after a broken link',
    broken,
    5,
    1,
    { verdict: 'renewed', order: { link: 5, seq: 1, isBroken: false } },
  ],
])('%s', (_, order, link, seq, judgement) => {
  expect(judgeParcel(order, link, seq)).toEqual(judgement);
});
