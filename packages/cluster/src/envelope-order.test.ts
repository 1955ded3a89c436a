/** @module The order of envelopes from another node. */
import { expect, test } from 'vitest';
import { checkOrder, type EnvelopeOrder } from './envelope-order.ts';

const heard: EnvelopeOrder = { epoch: 4, seq: 7, isBroken: false };
const broken: EnvelopeOrder = { epoch: 4, seq: 7, isBroken: true };

test.each<[string, EnvelopeOrder | undefined, number, number, ReturnType<typeof checkOrder>]>([
  ['first of a node', undefined, 9, 1, { verdict: 'next', order: { epoch: 9, seq: 1, isBroken: false } }],
  ['not first of a node', undefined, 9, 2, { verdict: 'gap', order: { epoch: 9, seq: 2, isBroken: true } }],
  ['the next', heard, 4, 8, { verdict: 'next', order: { epoch: 4, seq: 8, isBroken: false } }],
  ['the last once more', heard, 4, 7, { verdict: 'repeated', order: heard }],
  ['an older one once more', heard, 4, 1, { verdict: 'repeated', order: heard }],
  ['one after the next', heard, 4, 9, { verdict: 'gap', order: { epoch: 4, seq: 9, isBroken: true } }],
  ['of an older epoch', heard, 3, 8, { verdict: 'repeated', order: heard }],
  [
    'the first of a new epoch',
    heard,
    5,
    1,
    { verdict: 'renewed', order: { epoch: 5, seq: 1, isBroken: false } },
  ],
  [
    'not the first of a new epoch',
    heard,
    5,
    2,
    { verdict: 'gap', order: { epoch: 5, seq: 2, isBroken: true } },
  ],
  ['the next of a broken epoch', broken, 4, 8, { verdict: 'repeated', order: broken }],
  ['much later of a broken epoch', broken, 4, 90, { verdict: 'repeated', order: broken }],
  [
    'the first after a broken epoch',
    broken,
    5,
    1,
    { verdict: 'renewed', order: { epoch: 5, seq: 1, isBroken: false } },
  ],
])('checks the order of an envelope: %s', (_, order, epoch, seq, check) => {
  expect(checkOrder(order, epoch, seq)).toEqual(check);
});
