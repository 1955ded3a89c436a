/** @module The shapes of ICE servers in a turn reply. */
import { integerUpTo, listOf, maybe, objectOf, orElse, text, type Shape } from '../json/shape.ts';
import type { IceServer, TurnServer } from './ice-server.ts';

const texts = listOf(text);
const urls: Shape<string[]> = (value, path) => (typeof value === 'string' ? [value] : texts(value, path));

/** An ICE server as `RTCPeerConnection` takes it; a single URL needs no array. */
export const iceServerShape: Shape<IceServer> = objectOf<IceServer>({
  urls,
  username: maybe(text),
  credential: maybe(text),
});

/** A TURN server of the older form; a missing port is 0. */
export const turnServerShape: Shape<TurnServer> = objectOf<TurnServer>({
  hostname: text,
  port: orElse(integerUpTo(65_535), 0),
  username: text,
  password: text,
});
