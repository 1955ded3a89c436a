/** @module What ends a connection: one row for each loss, under the default policy and under one that survives more. */
import { EdgeError } from '@longwire/protocol';
import { expect, test } from 'vitest';
import { decideLoss, REASON_GRACE_MS, specPolicy, type ClosePolicy, type Loss } from './close-policy.ts';

const patient: ClosePolicy = { iceStates: ['failed'], disconnectedGraceMs: 500, onSignalingLoss: 'stay' };
const graceful: ClosePolicy = { ...specPolicy, disconnectedGraceMs: 500 };
const changed = new EdgeError('ERR_CERTIFICATE_CHANGED', 'changed');
const negotiation = new EdgeError('ERR_NEGOTIATION', 'failed');

type Phase = 'connecting' | 'connected';

test.each<[string, ClosePolicy, Phase, Loss, string]>([
  ['default', specPolicy, 'connected', { type: 'ice-state', state: 'closed' }, 'close ERR_PEER_FAILED'],
  ['default', specPolicy, 'connected', { type: 'ice-state', state: 'failed' }, 'close ERR_PEER_FAILED'],
  ['default', specPolicy, 'connected', { type: 'ice-state', state: 'disconnected' }, 'close ERR_PEER_FAILED'],
  ['default', specPolicy, 'connected', { type: 'ice-state', state: 'connected' }, 'stay'],
  ['default', specPolicy, 'connected', { type: 'ice-state', state: 'checking' }, 'stay'],
  ['default', specPolicy, 'connected', { type: 'signaling-failed' }, 'close ERR_WEBSOCKET'],
  ['default', specPolicy, 'connecting', { type: 'signaling-failed' }, 'close ERR_WEBSOCKET'],
  [
    'default',
    specPolicy,
    'connected',
    { type: 'signaling-closed', closeCode: 1000, reason: '' },
    'close ERR_DEVICE_CLOSED',
  ],
  [
    'default',
    specPolicy,
    'connected',
    { type: 'channel-closed', channel: 'request' },
    `close ERR_CHANNEL_CLOSED after ${REASON_GRACE_MS}`,
  ],
  [
    'default',
    specPolicy,
    'connected',
    { type: 'identity-lost', state: 'closed' },
    `close ERR_PEER_FAILED after ${REASON_GRACE_MS}`,
  ],
  ['default', specPolicy, 'connected', { type: 'identity-lost', state: 'failed' }, 'close ERR_PEER_FAILED'],
  [
    'default',
    specPolicy,
    'connected',
    { type: 'peer-error', error: changed },
    'close ERR_CERTIFICATE_CHANGED',
  ],
  ['default', specPolicy, 'connecting', { type: 'peer-error', error: negotiation }, 'close ERR_NEGOTIATION'],
  ['default', specPolicy, 'connected', { type: 'peer-error', error: negotiation }, 'stay ERR_NEGOTIATION'],
  [
    'default',
    specPolicy,
    'connected',
    { type: 'peer-error', error: negotiation, isFinal: true },
    'close ERR_NEGOTIATION',
  ],
  [
    'default',
    specPolicy,
    'connected',
    { type: 'channel-closed', channel: 'negotiation' },
    `close ERR_CHANNEL_CLOSED after ${REASON_GRACE_MS}`,
  ],
  ['patient', patient, 'connected', { type: 'signaling-failed' }, 'stay ERR_WEBSOCKET'],
  ['patient', patient, 'connecting', { type: 'signaling-failed' }, 'close ERR_WEBSOCKET'],
  ['patient', patient, 'connected', { type: 'ice-state', state: 'disconnected' }, 'stay'],
  ['patient', patient, 'connected', { type: 'peer-error', error: changed }, 'close ERR_CERTIFICATE_CHANGED'],
  [
    'graceful',
    graceful,
    'connected',
    { type: 'ice-state', state: 'disconnected' },
    'close ERR_PEER_FAILED after 500',
  ],
  ['graceful', graceful, 'connected', { type: 'ice-state', state: 'failed' }, 'close ERR_PEER_FAILED'],
])('%s policy: %#', (_name, policy, phase, loss, expected) => {
  const verdict = decideLoss(policy, phase, loss);
  const code = verdict.error === undefined ? '' : ` ${verdict.error.code}`;
  const delay = verdict.kind === 'close' && verdict.delayMs > 0 ? ` after ${verdict.delayMs}` : '';
  expect(`${verdict.kind}${code}${delay}`).toBe(expected);
});

test('the default names exactly what SPEC.md section 4 does', () => {
  expect(specPolicy).toEqual({
    iceStates: ['closed', 'failed', 'disconnected'],
    disconnectedGraceMs: 0,
    onSignalingLoss: 'close',
  });
});
