/** @module The real device of a fake world: two cameras, one user, and the limits of old devices. */
import { ContentFormat } from '@longwire/protocol';
import { encodeCbor } from '@longwire/protocol/cbor';
import { asTrack, FakeTrack, proveUnbound, type FakeDevice } from '@longwire/testing';
import type { RealDevice } from '../script.ts';

export const USER = { username: 'admin', password: 'the password of admin' } as const;
/** The device's names of its tracks. */
export const TRACKS = ['garden', 'kitchen'] as const;

/** The tracks that the device really sends, by name. */
export type SentTracks = Map<unknown, string>;

/** Turns a device of a fake world into the one that scripts attack. */
export function makeHonest(device: FakeDevice, kind: RealDevice, sent: SentTracks): void {
  const { resources } = device;
  device.passwords.set(USER.username, USER.password);
  if (kind === 'longwire')
    Object.assign(device, { features: ['coap-ws/1', 'stream/1'], signedFeatures: ['negotiation/1'] });
  resources.on('GET /iam/me', () =>
    device.username === undefined
      ? { statusCode: 404 }
      : {
          statusCode: 205,
          contentFormat: ContentFormat.cbor,
          payload: encodeCbor({ Username: device.username, Role: 'Administrator' }),
        },
  );
  resources.on('PUT /iam/users/admin/password', { statusCode: 204 });
  resources.on('POST /webrtc/tracks', () => {
    for (const name of TRACKS) {
      const track = asTrack(new FakeTrack('video', name));
      sent.set(track, name);
      device.addTrack('video', name, track);
    }
    void device.offer();
    return { statusCode: 201 };
  });
  if (kind === 'deployed-unbound') proveUnbound(device);
}
