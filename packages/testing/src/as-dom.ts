/** @module Passes fakes off as the complete DOM types: a fake implements only what a client uses. */
import type { FakeCertificate } from './rtc/fake-certificate.ts';
import type { FakeDataChannel } from './rtc/fake-data-channel.ts';
import type { FakePeerConnection } from './rtc/fake-peer-connection.ts';
import type { FakeTrack } from './rtc/fake-transceiver.ts';

function isSocketClass(fake: unknown): fake is typeof WebSocket {
  return typeof fake === 'function';
}

function isPeerClass(fake: unknown): fake is typeof RTCPeerConnection {
  return typeof fake === 'function';
}

function isStreamClass(fake: unknown): fake is typeof MediaStream {
  return typeof fake === 'function';
}

function isPeer(fake: object): fake is RTCPeerConnection {
  return 'setLocalDescription' in fake;
}

function isChannel(fake: object): fake is RTCDataChannel {
  return 'send' in fake;
}

function isTrack(fake: object): fake is MediaStreamTrack {
  return 'stop' in fake;
}

function isCertificate(fake: object): fake is RTCCertificate {
  return 'getFingerprints' in fake;
}

function refuse(what: string): never {
  throw new TypeError(`a fake ${what} expected, got something else`);
}

/** A fake socket class, as the browser's. */
export function asSocketClass(fake: unknown): typeof WebSocket {
  return isSocketClass(fake) ? fake : refuse('class');
}

/** A fake peer connection class, as the browser's. */
export function asPeerClass(fake: unknown): typeof RTCPeerConnection {
  return isPeerClass(fake) ? fake : refuse('class');
}

/** A fake stream class, as the browser's. */
export function asStreamClass(fake: unknown): typeof MediaStream {
  return isStreamClass(fake) ? fake : refuse('class');
}

/** A fake peer connection, as the browser's. */
export function asPeerConnection(fake: FakePeerConnection): RTCPeerConnection {
  const object: object = fake;
  return isPeer(object) ? object : refuse('peer connection');
}

/** A fake data channel, as the browser's. */
export function asDataChannel(fake: FakeDataChannel): RTCDataChannel {
  const object: object = fake;
  return isChannel(object) ? object : refuse('data channel');
}

/** A fake track, as the browser's. */
export function asTrack(fake: FakeTrack): MediaStreamTrack {
  const object: object = fake;
  return isTrack(object) ? object : refuse('track');
}

/** A fake certificate, as the browser's. */
export function asCertificate(fake: FakeCertificate): RTCCertificate {
  const object: object = fake;
  return isCertificate(object) ? object : refuse('certificate');
}
