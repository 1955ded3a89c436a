/** @module The example device: a light, a temperature, users, a camera and an echo service on port 7. */
import { encodeCbor, type CborValue } from '@longwire/client/cbor';
import type { FakeAnswer, FakeDevice } from '@longwire/testing';
import { Camera } from './camera.ts';

/** Credentials of the example device. */
export const LOGIN = { username: 'ann', password: 'correct horse' } as const;

const encoder = new TextEncoder();
const TEXT = 0;
const JSON_FORMAT = 50;
const CBOR = 60;

const FORBIDDEN: FakeAnswer = { statusCode: 403 };
const NOT_FOUND: FakeAnswer = { statusCode: 404 };

const text = (value: string): FakeAnswer => ({
  statusCode: 205,
  contentFormat: TEXT,
  payload: encoder.encode(value),
});
const json = (value: unknown): FakeAnswer => ({
  statusCode: 205,
  contentFormat: JSON_FORMAT,
  payload: encoder.encode(JSON.stringify(value)),
});
const cbor = (value: CborValue): FakeAnswer => ({
  statusCode: 205,
  contentFormat: CBOR,
  payload: encodeCbor(value),
});

/** The tracks that it lists. */
const TRACKS = [
  { trackId: 'frontdoor-video', title: 'Front door', kind: 'video', direction: 'sendonly' },
  { trackId: 'frontdoor-audio', title: 'Front door', kind: 'audio', direction: 'sendonly' },
];

/** State of the example device that outlives connections. */
export class ExampleDevice {
  readonly camera: Camera = new Camera(() => this.isLightOn);
  readonly #roles = new Map([
    [LOGIN.username, 'Administrator'],
    ['ben', 'Guest'],
    ['cleo', 'Guest'],
  ]);
  #newest: FakeDevice | undefined;
  isLightOn = false;
  /** Reading and switching the light is forbidden. */
  isLightLocked = false;

  /** Sets up the device of a new connection. */
  readonly prepare = (device: FakeDevice): void => {
    this.#newest = device;
    const { resources } = device;
    device.features = ['coap-ws/1'];
    device.passwords.set(LOGIN.username, LOGIN.password);
    resources.observable.add('/light').add('/temperature');
    resources.on('GET /temperature', () => text(`${temperatureAt(Date.now())} °C`));
    resources.on('GET /light', () => (this.isLightLocked ? FORBIDDEN : json(this.isLightOn)));
    resources.on('PUT /light', ({ payload }) => this.#putLight(payload));
    this.#preparePeople(device);
    resources.on('GET /webrtc/tracks', () => json({ tracks: TRACKS }));
    resources.on('GET /webrtc/tracks/default', () => json({ videoTrackId: 'frontdoor-video' }));
    resources.on('POST /webrtc/tracks', ({ payload }) => this.#giveTracks(device, payload));
    device.pc.addEventListener('datachannel', () => echo(device));
  };

  /** Notifies the observers of a resource. */
  notify(path: '/light' | '/temperature'): void {
    void this.#newest?.coapWs?.notify(path);
  }

  /** Toggles the light at the device. */
  pressLightSwitch(): void {
    this.isLightOn = !this.isLightOn;
    this.notify('/light');
  }

  #putLight(payload: Uint8Array | undefined): FakeAnswer {
    if (this.isLightLocked) return FORBIDDEN;
    this.isLightOn = new TextDecoder().decode(payload) === 'true';
    this.notify('/light');
    return { statusCode: 204 };
  }

  #preparePeople(device: FakeDevice): void {
    const { resources } = device;
    const userOf = (username: string | undefined): FakeAnswer => {
      const role = this.#roles.get(username ?? '');
      return username === undefined || role === undefined
        ? NOT_FOUND
        : cbor({ Username: username, Role: role });
    };
    resources.on('GET /iam/me', () => userOf(device.username));
    resources.on('GET /iam/users', () => cbor([...this.#roles.keys()]));
    for (const username of this.#roles.keys()) {
      resources.on(`GET /iam/users/${username}`, () => userOf(username));
      resources.on(`DELETE /iam/users/${username}`, () => {
        if (username === LOGIN.username) return FORBIDDEN;
        this.#roles.delete(username);
        return { statusCode: 202 };
      });
    }
  }

  #giveTracks(device: FakeDevice, payload: Uint8Array | undefined): FakeAnswer {
    const asked: unknown = Reflect.get(Object(JSON.parse(new TextDecoder().decode(payload))), 'tracks');
    const trackIds = Array.isArray(asked) ? asked : [];
    if (trackIds.some((trackId) => trackId !== 'frontdoor-video' && trackId !== 'frontdoor-audio')) {
      return NOT_FOUND;
    }
    for (const trackId of trackIds) {
      if (trackId === 'frontdoor-video') device.addTrack('video', trackId, this.camera.film());
      if (trackId === 'frontdoor-audio') device.addTrack('audio', trackId, this.camera.listen());
    }
    void device.offer();
    return { statusCode: 201 };
  }
}

/** Two slow waves around 21.5 °C. */
function temperatureAt(nowMs: number): string {
  const seconds = nowMs / 1000;
  return (21.5 + 1.2 * Math.sin(seconds / 37) + 0.3 * Math.sin(seconds / 5)).toFixed(1);
}

/** Echoes messages of the newest stream. */
function echo(device: FakeDevice): void {
  const stream = device.streams.at(-1);
  if (stream === undefined || stream.channel !== device.pc.channels.at(-1)) return;
  stream.channel.addEventListener('message', (event) => {
    const data: unknown = Reflect.get(event, 'data');
    if (data instanceof ArrayBuffer) stream.channel.send(new Uint8Array(data));
  });
}
