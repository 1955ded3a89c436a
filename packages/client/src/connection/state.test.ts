/** @module Each edge of the connection's states, and every pair without an edge. */
import { describe, expect, test } from 'vitest';
import { CONNECT_STEPS, nextState, type ConnectionEvent, type ConnectionState } from './state.ts';

type State = ConnectionState<string, string>;
type Event = ConnectionEvent<string, string>;

const cause = new Error('cause');
const idle: State = { kind: 'idle' };
const connecting: State = { kind: 'connecting', step: 'opening-signaling', attempt: 'a' };
const connected: State = { kind: 'connected', attempt: 'a', link: 'l' };
const closed: State = { kind: 'closed', wasConnected: true, cause };

const start: Event = { type: 'start', attempt: 'a' };
const step: Event = { type: 'step', step: 'logging-in' };
const opened: Event = { type: 'opened', link: 'l' };
const ended: Event = { type: 'ended', cause };

describe('the connection state changes:', () => {
  test.each<[string, State, Event, State]>([
    ['idle → start → connecting', idle, start, connecting],
    ['connecting → step → connecting', connecting, step, { ...connecting, step: 'logging-in' }],
    ['connecting → opened → connected', connecting, opened, connected],
    ['idle → ended → closed', idle, ended, { kind: 'closed', wasConnected: false, cause }],
    ['connecting → ended → closed', connecting, ended, { kind: 'closed', wasConnected: false, cause }],
    ['connected → ended → closed', connected, ended, closed],
  ])('%s', (_edge, from, event, to) => {
    expect(nextState(from, event)).toEqual(to);
  });
});

describe('the connection state stays the same object for:', () => {
  test.each<[string, State, Event]>([
    ['idle, step', idle, step],
    ['idle, opened', idle, opened],
    ['connecting, start', connecting, start],
    ['connecting, the same step', connecting, { type: 'step', step: 'opening-signaling' }],
    ['connected, start', connected, start],
    ['connected, step', connected, step],
    ['connected, opened', connected, opened],
    ['closed, start', closed, start],
    ['closed, step', closed, step],
    ['closed, opened', closed, opened],
    ['closed, ended', closed, ended],
  ])('%s', (_pair, state, event) => {
    expect(nextState(state, event)).toBe(state);
  });
});

test('CONNECT_STEPS are the steps of SPEC.md section 4, in order', () => {
  expect(CONNECT_STEPS).toEqual([
    'opening-signaling',
    'logging-in',
    'requesting-turn',
    'opening-peer',
    'opening-channel',
  ]);
});
