/** @module The shapes of ICE servers in a turn reply. */
import * as v from 'valibot';
import type { IceServer, TurnServer } from './ice-server.ts';

const urls = v.union([
  v.array(v.string()),
  v.pipe(
    v.string(),
    v.transform((url) => [url]),
  ),
]);

/** An ICE server as `RTCPeerConnection` takes it; one URL may stand without its array. */
export const iceServerSchema: v.GenericSchema<unknown, IceServer> = v.pipe(
  v.object({ urls, username: v.nullish(v.string()), credential: v.nullish(v.string()) }),
  v.transform(({ urls, username, credential }): IceServer => ({
    urls,
    ...(username == null ? {} : { username }),
    ...(credential == null ? {} : { credential }),
  })),
);

/** A TURN server of the older form; a missing port is 0. */
export const turnServerSchema: v.GenericSchema<unknown, TurnServer> = v.object({
  hostname: v.string(),
  port: v.nullish(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(65_535)), 0),
  username: v.string(),
  password: v.string(),
});
