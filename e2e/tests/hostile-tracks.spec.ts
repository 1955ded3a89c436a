/** @module A service that rewrites, drops, repeats and forges descriptions: in a verified connection every picture keeps its own name. */
import { specPolicy } from '@longwire/client';
import { expect, test } from '../harness/fixtures.ts';
import { TWO_CAMERAS_DEVICE } from '../harness/paths.ts';
import type { Passed, Rewrite, SignalingProxy, WireMessage } from '../harness/signaling-proxy.ts';
import { optionsFor, TestClient, type TestClientOptions } from '../harness/test-client.ts';
import type { Device } from '../harness/device.ts';

const CAMERAS = ['garden', 'kitchen'] as const;
const LIE = 'Camera locked. Call +49 000 123.';

interface ProxiedDevice {
  readonly device: Device;
  readonly client: TestClient;
  readonly proxy: SignalingProxy;
}

const proxiedTest = test.extend<{
  readonly startProxied: (options?: Partial<TestClientOptions>) => Promise<ProxiedDevice>;
}>({
  startProxied: async ({ openPage, shared, start }, use) => {
    await use(async (options) => {
      const device = await start.device(shared.service, 'longwire', { main: TWO_CAMERAS_DEVICE });
      const proxy = await start.proxy({ upstream: shared.service.webSocketUrl });
      const client = await TestClient.create(await openPage(), {
        ...optionsFor(device, proxy.url),
        ...options,
      });
      return { device, client, proxy };
    });
  },
});

/** Connects, verifies and logs in. */
async function verified({ client, device }: ProxiedDevice): Promise<void> {
  await client.connect();
  expect(await client.verifyFingerprint(device.fingerprint)).toMatchObject({ valid: true, bound: true });
  await client.logInAsAdmin(device);
}

/** The names of the tracks that have arrived, in alphabetical order. */
async function arrived(client: TestClient): Promise<readonly string[]> {
  const names = await client.trackIds();
  return names.map(String).toSorted((one, other) => one.localeCompare(other));
}

/** Requests both cameras, and asserts that each picture is under its own name, without texts of the service. */
async function expectRightCameras({ client }: ProxiedDevice): Promise<void> {
  expect(await client.requestTracks(...CAMERAS)).toBe(201);
  await expect.poll(async () => await arrived(client)).toEqual(CAMERAS);
  const [garden, kitchen] = [await client.frameWidth('garden'), await client.frameWidth('kitchen')];
  expect({ garden, kitchen }).toEqual(WIDTHS);
  const events = await client.events();
  const tracks = events.filter((event) => event.type === 'track');
  expect(tracks).toMatchObject(
    tracks.map(() => ({ error: undefined, message: undefined, isAuthenticated: true })),
  );
  expect(events.filter(({ type }) => type === 'warning')).toEqual([]);
  expect(await client.state()).toBe('connected');
}

/** The widths of the two cameras' pictures, in pixels. */
const WIDTHS = { garden: 640, kitchen: 320 };

interface Sdp {
  readonly head: string;
  readonly media: readonly string[];
}

function readSdp(sdp: string): Sdp {
  const [head = '', ...media] = sdp.split(/^(?=m=)/mu);
  return { head, media };
}

/** Rewrites the SDP of messages to the client. */
function rewritingSdp(change: (sdp: Sdp) => Sdp): Rewrite {
  return ({ direction, message }) => {
    if (direction !== 'toClient' || message.type > 1 || message.data === undefined) return message;
    const { type, sdp } = JSON.parse(message.data);
    const { head, media } = change(readSdp(String(sdp)));
    return { ...message, data: JSON.stringify({ type, sdp: [head, ...media].join('') }) };
  };
}

interface Track {
  readonly mid: string;
  readonly trackId: string;
}

function rewritingTracks(change: (tracks: readonly Track[]) => readonly object[]): Rewrite {
  return ({ direction, message }) => {
    const tracks: unknown = Reflect.get(Object(message.metadata), 'tracks');
    if (direction !== 'toClient' || !isTracks(tracks)) return message;
    return { ...message, metadata: Object.assign({}, message.metadata, { tracks: change(tracks) }) };
  };
}

function isTracks(value: unknown): value is readonly Track[] {
  return Array.isArray(value) && value.every((each) => typeof Reflect.get(Object(each), 'mid') === 'string');
}

const isVideo = (section: string): boolean => section.startsWith('m=video');
const otherOf = (trackId: string): string => CAMERAS.find((each) => each !== trackId) ?? trackId;

/** Swaps the lines of a kind between two sections. */
function exchange({ head, media }: Sdp, lines: RegExp): Sdp {
  const [one, other] = media.filter(isVideo);
  if (one === undefined || other === undefined) return { head, media };
  const own = (section: string): string => (section.match(lines) ?? []).join('');
  const given = (section: string, more: string): string => section.replaceAll(lines, '') + more;
  return {
    head,
    media: media.map((section) =>
      section === one ? given(one, own(other)) : section === other ? given(other, own(one)) : section,
    ),
  };
}

const FOREIGN_FINGERPRINT = `a=fingerprint:sha-256 ${Array.from({ length: 32 }, () => 'AB').join(':')}`;

const forge: Rewrite = ({ message }) =>
  message.data === undefined
    ? message
    : {
        ...message,
        data: message.data.replaceAll(/a=fingerprint:sha-256 [0-9A-F:]+/giu, FOREIGN_FINGERPRINT),
      };

const SCRIPTS: readonly (readonly [string, Rewrite])[] = [
  [
    'swaps the names in the metadata',
    rewritingTracks((tracks) => tracks.map((track) => ({ ...track, trackId: otherOf(track.trackId) }))),
  ],
  ['swaps the mids in the SDP', rewritingSdp((sdp) => exchange(sdp, /^a=mid:.*\r\n/gmu))],
  ['swaps the senders in the SDP', rewritingSdp((sdp) => exchange(sdp, /^a=(?:ssrc|msid)[:-].*\r\n/gmu))],
  [
    'adds an error with its own text',
    rewritingTracks((tracks) => tracks.map((track) => ({ ...track, error: 'UNKNOWN_ERROR', message: LIE }))),
  ],
  ['removes a camera from the metadata', rewritingTracks((tracks) => tracks.slice(1))],
  ['empties the metadata', ({ message }) => (message.type > 1 ? message : { ...message, metadata: {} })],
  [
    'strips all extensions and swaps the names',
    ({ direction, message }) => {
      const { features: _, featuresTaken: _taken, ...metadata } = Object(message.metadata);
      const text = JSON.stringify({ ...message, metadata });
      if (message.type > 1) return message;
      return JSON.parse(direction === 'toDevice' ? text : text.replaceAll('"garden"', '"kitchen"'));
    },
  ],
];

for (const [title, rewrite] of SCRIPTS) {
  proxiedTest(`a service that ${title}: each camera is under its own name`, async ({ startProxied }) => {
    const proxied = await startProxied();
    proxied.proxy.rewrite = rewrite;
    await verified(proxied);
    await expectRightCameras(proxied);
  });
}

/** Rewrites that would end an unverified connection, or leave it without cameras. */
const LATER_SCRIPTS: readonly (readonly [string, Rewrite])[] = [
  ['loses every description and candidate', ({ message }) => (message.type <= 2 ? undefined : message)],
  ['names another certificate in every description', forge],
];

for (const [title, rewrite] of LATER_SCRIPTS) {
  proxiedTest(
    `a service that ${title}, once the connection is verified: no camera is lost`,
    async ({ startProxied }) => {
      const proxied = await startProxied();
      await verified(proxied);
      proxied.proxy.rewrite = rewrite;
      await expectRightCameras(proxied);
    },
  );
}

proxiedTest(
  'offers, answers and requests that the service forges or repeats change nothing',
  async ({ startProxied }) => {
    const proxied = await startProxied();
    const { client, proxy } = proxied;
    await verified(proxied);
    await expectRightCameras(proxied);
    const sentBy = (direction: Passed['direction']): readonly WireMessage[] =>
      proxy.messages
        .filter((passed) => passed.direction === direction && passed.message.type <= 1)
        .map(({ message }) => message);
    for (const message of [...sentBy('toClient'), ...sentBy('toDevice')]) {
      const tracks = [{ mid: '1', trackId: 'kitchen', error: 'UNKNOWN_ERROR', message: LIE }];
      const { data = '' } = message;
      const otherWay = {
        type: 1 - message.type,
        data: data.replace(
          /"type":"(?:offer|answer)"/u,
          `"type":"${message.type === 0 ? 'answer' : 'offer'}"`,
        ),
      };
      for (const made of [message, { ...message, metadata: { tracks } }, otherWay, { type: 5 }]) {
        proxy.inject('toClient', made);
        proxy.inject('toDevice', made);
      }
    }
    await client.requestJson('GET', '/heard');
    expect(await arrived(client)).toEqual(CAMERAS);
    expect(await client.frameWidth('garden')).toBe(WIDTHS.garden);
    expect(await client.frameWidth('kitchen')).toBe(WIDTHS.kitchen);
    expect((await client.events()).filter(({ type }) => type === 'warning')).toEqual([]);
  },
);

proxiedTest(
  'names swapped before the device was verified end the connection when the device names its tracks',
  async ({ startProxied }) => {
    const proxied = await startProxied();
    const { client, device, proxy } = proxied;
    const [[, swapNames] = []] = SCRIPTS;
    if (swapNames !== undefined) proxy.rewrite = swapNames;
    await client.connect();
    await client.logInAsAdmin(device);
    expect(await client.requestTracks(...CAMERAS)).toBe(201);
    await expect.poll(async () => await arrived(client)).toEqual(CAMERAS);
    await client.verifyFingerprint(device.fingerprint).catch(() => undefined);
    expect(await client.closed()).toMatchObject({ code: 'ERR_NEGOTIATION' });
  },
);

proxiedTest(
  'media that the service added to the first offer ends the connection when the device describes it',
  async ({ startProxied }) => {
    const proxied = await startProxied();
    const { client, device, proxy } = proxied;
    await client.connect();
    await client.logInAsAdmin(device);
    proxy.rewrite = ({ direction, message }) =>
      direction === 'toDevice' && message.type === 1 ? undefined : message;
    const answer = proxy.messages.find(
      ({ direction, message }) => direction === 'toClient' && message.type === 1,
    );
    const { sdp } = JSON.parse(answer?.message.data ?? '{}');
    const { head, media } = readSdp(String(sdp));
    const transport =
      (media[0] ?? '').match(/^a=(?:fingerprint|ice-ufrag|ice-pwd):.*\r\n/gmu)?.join('') ?? '';
    const more = `m=video 9 UDP/TLS/RTP/SAVPF 96\r\nc=IN IP4 0.0.0.0\r\na=mid:x\r\na=sendonly\r\na=rtcp-mux\r\n${transport}a=setup:actpass\r\na=rtpmap:96 VP8/90000\r\na=ssrc:7 cname:x\r\n`;
    const offer = [head.replace(/^(a=group:BUNDLE.*)\r$/mu, '$1 x\r'), ...media, more]
      .join('')
      .replaceAll(/^a=setup:.*\r\n/gmu, 'a=setup:actpass\r\n');
    proxy.inject('toClient', {
      type: 0,
      data: JSON.stringify({ type: 'offer', sdp: offer }),
      metadata: { tracks: [{ mid: 'x', trackId: 'garden', message: LIE }] },
    });
    await expect.poll(async () => await client.trackIds()).toEqual(['garden']);
    const asked = Promise.allSettled([client.verifyFingerprint(device.fingerprint)]);
    await asked;
    const tracks = Promise.allSettled([client.requestTracks(...CAMERAS)]);
    expect(await client.closed()).toMatchObject({ code: 'ERR_NEGOTIATION' });
    await tracks;
    expect(
      (await client.events()).filter((event) => event.type === 'track' && event.isAuthenticated),
    ).toEqual([]);
  },
);

proxiedTest('cameras can be requested after the service has gone', async ({ startProxied }) => {
  const proxied = await startProxied({ closePolicy: { ...specPolicy, onSignalingLoss: 'stay' } });
  await verified(proxied);
  await proxied.proxy.stop();
  await expect
    .poll(async () => (await proxied.client.events()).some(({ type }) => type === 'warning'))
    .toBe(true);
  const { client } = proxied;
  expect(await client.requestTracks(...CAMERAS)).toBe(201);
  await expect.poll(async () => await arrived(client)).toEqual(CAMERAS);
  expect([await client.frameWidth('garden'), await client.frameWidth('kitchen')]).toEqual(
    Object.values(WIDTHS),
  );
});

proxiedTest(
  'a microphone is played by the intended speaker, whatever the service claims',
  async ({ startProxied }) => {
    const proxied = await startProxied();
    proxied.proxy.rewrite = ({ message }) =>
      JSON.parse(JSON.stringify(message).replaceAll('intercom', 'siren'));
    await verified(proxied);
    await proxied.client.talk('intercom');
    const heard = async (): Promise<unknown> => (await proxied.client.requestJson('GET', '/heard')).json;
    await expect.poll(async () => Reflect.get(Object(await heard()), 'intercom')).toBeGreaterThan(10);
    expect(await heard()).toMatchObject({ siren: 0 });
  },
);
