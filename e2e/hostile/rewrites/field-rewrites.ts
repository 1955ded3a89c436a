/** @module Changes of logins, replies and candidates. */
import { HOSTILE_WORDS, type Forgery, type Rewrite } from './rewrite.ts';

/** The names of these changes. */
export type FieldRewrite =
  | 'no candidate'
  | 'candidate of a stranger'
  | 'candidate of no line'
  | 'tracks beside a candidate'
  | 'data that is no JSON'
  | 'another device'
  | 'another token'
  | 'no service features'
  | 'service features invented'
  | 'online for ever'
  | 'user invented'
  | 'servers of a stranger'
  | 'servers that are none'
  | 'no servers';

function ofFields(words: string, fields: (forgery: Forgery) => object): Rewrite {
  return { words, rewrite: (message, forgery) => ({ ...message, ...fields(forgery) }) };
}

/** The changes, by name. */
export const FIELD_REWRITES: Readonly<Record<FieldRewrite, Rewrite>> = {
  'no candidate': ofFields('is no candidate any more', () => ({ data: JSON.stringify({ candidate: 'x' }) })),
  'candidate of a stranger': ofFields('leads to another address', () => ({
    data: JSON.stringify({
      candidate: 'candidate:1 1 udp 2122260223 203.0.113.9 9 typ host',
      sdpMid: '0',
      sdpMLineIndex: 0,
    }),
  })),
  'candidate of no line': {
    words: 'belongs to a line that is not there',
    rewrite: (message) => {
      const content: unknown = JSON.parse(message.data ?? '{}');
      const candidate = typeof content === 'object' ? content : {};
      return { ...message, data: JSON.stringify({ ...candidate, sdpMid: 'none', sdpMLineIndex: 99 }) };
    },
  },
  'tracks beside a candidate': ofFields('names tracks beside the candidate', () => ({
    metadata: { tracks: [{ mid: '1', trackId: 'vault', error: 'ACCESS_DENIED', message: HOSTILE_WORDS }] },
  })),
  'data that is no JSON': ofFields('holds no JSON', () => ({ data: '{' })),
  'another device': ofFields('asks for another device', ({ otherDevice: { deviceId, sct } }) => ({
    deviceId,
    sct,
  })),
  'another token': ofFields('shows another token', () => ({ sct: 'lw_stranger_token' })),
  'no service features': ofFields('says that the service takes no extensions', () => ({
    features: [],
  })),
  'service features invented': ofFields('says that the service takes early messages', () => ({
    features: ['early/1', 'coap-ws/1', 'negotiation/1', '__proto__'],
  })),
  'online for ever': ofFields('says that the device was never away', () => ({ onlineSeconds: 1e12 })),
  'user invented': ofFields('says who is logged in', () => ({
    username: 'admin',
    role: 'Administrator',
    verified: true,
    fingerprint: 'ab'.repeat(32),
  })),
  'servers of a stranger': ofFields('names TURN servers of the attacker', () => ({
    iceServers: [
      { urls: ['turn:127.0.0.1:9?transport=udp'], username: 'mallory', credential: 'mallory' },
      { urls: ['stun:127.0.0.1:9'] },
    ],
  })),
  'servers that are none': ofFields('names servers of another shape', () => ({
    iceServers: [{ urls: ['javascript:alert(1)'] }, { urls: 7 }, null],
    servers: 'none',
  })),
  'no servers': {
    words: 'names no servers',
    rewrite: ({ iceServers: _ice, servers: _servers, ...message }) => message,
  },
};
