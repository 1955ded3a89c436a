/** @module Tracks of a connection that negotiates over itself: whatever the service does, names and words are the device's own. */
import {
  base64urlDecode,
  base64urlEncode,
  CloseCode,
  makeChallengeToken,
  NEGOTIATION_FEATURE,
  utf8Decode,
  utf8Encode,
  type Metadata,
  type SignalingMessage,
} from '@longwire/protocol';
import { asTrack, FakeTrack, type FakeDevice, type FakeWorld } from '@longwire/testing';
import { describe, expect, test } from 'vitest';
import { REASON_GRACE_MS, specPolicy } from './close-policy.ts';
import {
  addCameras,
  connectedRig,
  verifiedRig,
  verify,
  type InsideRig,
} from './negotiation-inside.fixture.ts';

type Rewrite = (message: SignalingMessage) => SignalingMessage | undefined;

const CAMERAS = ['! 1 garden', '! 2 kitchen'];

/** Rewrites the metadata of every description on its way to the client. */
function changing(change: (metadata: Metadata) => Metadata): Rewrite {
  return (message) =>
    message.kind === 'description' ? { ...message, metadata: change(message.metadata) } : message;
}

const SWAP = { garden: 'kitchen', kitchen: 'garden' } as const;

const stripFeatures = changing(({ features: _features, featuresTaken: _taken, ...rest }) => rest);

const swapNames = changing(({ tracks = [], ...rest }) => ({
  ...rest,
  tracks: tracks.map((track) => ({ ...track, trackId: Reflect.get(SWAP, track.trackId) ?? track.trackId })),
}));

/** How many descriptions went by signaling. */
function descriptionsSent({ sockets }: FakeWorld): number {
  return sockets.last.sent.filter((text) => /^\{"type":[01],/u.test(text)).length;
}

describe('a service that rewrites what it relays to a verified connection', () => {
  test.each<[string, Rewrite]>([
    ['swaps two names', swapNames],
    [
      'adds an error with words of its own',
      changing(({ tracks = [] }) => ({
        status: 'FAILED',
        tracks: tracks.map((track) => ({
          ...track,
          error: 'UNKNOWN_ERROR',
          message: 'Camera locked. Call +49 000 123.',
        })),
      })),
    ],
    ['empties the metadata', changing(() => ({}))],
    ['removes one camera', changing(({ tracks = [] }) => ({ tracks: tracks.slice(1) }))],
    ['drops every message', () => undefined],
    ['strips the features', stripFeatures],
  ])('%s: names and words are the device’s', async (_, rewrite) => {
    const rig = await verifiedRig();
    rig.world.rewrite = rewrite;
    await addCameras(rig, 'garden', 'kitchen');
    expect(rig.reported).toEqual(CAMERAS);
    expect([rig.warnings, rig.ends]).toEqual([[], []]);
    expect(rig.world.device.pc.signalingState).toBe('stable');
  });

  test('strips the features from the first message on: nothing is gained, for the device has signed that it has them', async () => {
    const rig = await connectedRig({
      prepare: (device) => void (device.features = ['stream/1', NEGOTIATION_FEATURE]),
    });
    rig.world.rewrite = stripFeatures;
    await verify(rig);
    await addCameras(rig, 'garden', 'kitchen');
    expect(rig.reported).toEqual(CAMERAS);
  });
});

describe('a service that makes messages up after the connection was verified', () => {
  test('an offer, an answer, a request for an offer and an offer of before are not taken', async () => {
    const rig = await connectedRig();
    const { world, connection } = rig;
    const old: SignalingMessage[] = [];
    world.rewrite = (message) => {
      old.push(message);
      return message;
    };
    await world.device.offer();
    await world.settled();
    await verify(rig);
    await addCameras(rig, 'garden', 'kitchen');
    const before = descriptionsSent(world);
    const { sdp = '' } = world.device.pc.localDescription ?? {};
    const metadata = { tracks: [{ mid: '1', trackId: 'kitchen', message: 'Call +49 000 123.' }] };
    for (const type of ['offer', 'answer'] as const)
      world.relay({ kind: 'description', description: { type, sdp }, metadata });
    world.relay({ kind: 'requestOffer' });
    for (const message of old) world.relay(message);
    await world.settled();
    expect(rig.reported).toEqual(CAMERAS);
    expect([connection.state, rig.ends, descriptionsSent(world)]).toEqual(['connected', [], before]);
  });

  test('a candidate is taken, and what is said beside it is not', async () => {
    const rig = await verifiedRig();
    await addCameras(rig, 'garden');
    const before = rig.world.clientPeer.candidates.length;
    const metadata = { tracks: [{ mid: '1', trackId: 'kitchen', error: 'ACCESS_DENIED' as const }] };
    rig.world.relay({ kind: 'candidate', candidate: { candidate: 'candidate:x', sdpMid: '0' }, metadata });
    await rig.world.settled();
    await addCameras(rig, 'kitchen');
    expect(rig.reported).toEqual(CAMERAS);
    expect(rig.world.clientPeer.candidates.length).toBe(before + 1);
    expect(rig.world.device.lastDescription?.metadata.tracks).toEqual([
      { mid: '1', trackId: 'garden' },
      { mid: '2', trackId: 'kitchen' },
    ]);
  });
});

describe('a service that was hostile before the connection was verified', () => {
  test('names that it swapped then are not believed, and end the connection when the device names its tracks', async () => {
    const rig = await connectedRig();
    rig.world.rewrite = swapNames;
    await addCameras(rig, 'garden', 'kitchen');
    expect(rig.reported).toEqual(['? 1 kitchen', '? 2 garden']);
    await verify(rig);
    expect(rig.ends).toEqual(['ERR_NEGOTIATION']);
    expect(rig.reported).toEqual(['? 1 kitchen', '? 2 garden']);
  });

  test('names that it left alone are confirmed without a request for tracks', async () => {
    const rig = await connectedRig();
    await addCameras(rig, 'garden', 'kitchen');
    await verify(rig);
    expect(rig.reported).toEqual(['? 1 garden', '? 2 kitchen', '!1 garden', '!2 kitchen']);
    expect(rig.ends).toEqual([]);
  });

  test('media lines that the device knows nothing of end the connection with a reason', async () => {
    const rig = await connectedRig();
    const { world } = rig;
    world.rewrite = (message) =>
      message.kind === 'description'
        ? {
            ...message,
            description: {
              ...message.description,
              sdp: `${message.description.sdp}m=video 9 UDP/TLS/RTP/SAVPF 96\r\na=mid:evil\r\na=sendonly\r\n${
                /a=fingerprint:.*\r\n/u.exec(message.description.sdp)?.[0] ?? ''
              }`.replace(/(a=group:BUNDLE.*)\r\n/u, '$1 evil\r\n'),
            },
          }
        : message;
    world.intercept = ({ kind }) => kind === 'description';
    await world.device.offer();
    await world.settled();
    expect(rig.reported).toEqual(['? evil']);
    world.rewrite = undefined;
    await verify(rig);
    expect(rig.ends).toEqual(['ERR_NEGOTIATION']);
  });

  test('a camera that it made up ends the connection, for the device names none', async () => {
    const rig = await connectedRig();
    const { device } = rig.world;
    device.pc.addTransceiver('video', { direction: 'sendonly' });
    rig.world.rewrite = changing(() => ({ tracks: [{ mid: '1', trackId: 'garden' }] }));
    await device.offer();
    await rig.world.settled();
    rig.world.rewrite = undefined;
    await verify(rig);
    expect([rig.reported, rig.ends]).toEqual([['? 1 garden'], ['ERR_NEGOTIATION']]);
  });

  test('an offer of the device that it has lost comes over the connection', async () => {
    const rig = await connectedRig();
    rig.world.rewrite = (message) => (message.kind === 'description' ? undefined : message);
    await addCameras(rig, 'garden', 'kitchen');
    expect(rig.reported).toEqual([]);
    await verify(rig);
    expect(rig.reported).toEqual(CAMERAS);
    expect(rig.world.device.pc.signalingState).toBe('stable');
  });

  test('an offer of the client that it has lost goes over the connection', async () => {
    const rig = await connectedRig();
    const { world, connection } = rig;
    world.intercept = ({ kind }) => kind === 'description';
    connection.addTrack(asTrack(new FakeTrack('audio')), 'intercom');
    await world.settled();
    await verify(rig);
    expect(world.device.lastDescription?.metadata.tracks).toEqual([{ mid: '1', trackId: 'intercom' }]);
    expect(world.clientPeer.signalingState).toBe('stable');
  });

  test('a name of an own line that it sent ahead is not repeated to the device as if the device had given it', async () => {
    const rig = await connectedRig();
    const { world, connection } = rig;
    const tracks = [{ mid: '1', trackId: 'outdoor-speaker' }];
    const candidate = { candidate: 'candidate:x', sdpMid: '0' };
    world.relay({ kind: 'candidate', candidate, metadata: { tracks } });
    await verify(rig);
    connection.addTrack(asTrack(new FakeTrack('audio')), 'intercom');
    await world.settled();
    expect(world.device.lastDescription?.metadata.tracks).toEqual([{ mid: '1', trackId: 'intercom' }]);
  });
});

const isDeployed = (device: FakeDevice): void => {
  device.signedFeatures = [];
};

describe('what says that a connection can negotiate over itself', () => {
  test('with a device without the claim, as in the field, everything uses signaling and is not authenticated', async () => {
    const rig = await verifiedRig({ prepare: isDeployed });
    await addCameras(rig, 'garden', 'kitchen');
    expect(rig.reported).toEqual(['? 1 garden', '? 2 kitchen']);
    expect([rig.connection.negotiatesInside, rig.world.device.negotiatesInside]).toEqual([false, false]);
  });

  test('the service’s word that the device can is no claim', async () => {
    const rig = await connectedRig({
      prepare: (device) => {
        isDeployed(device);
        device.extraMetadata = { features: [NEGOTIATION_FEATURE], featuresTaken: [NEGOTIATION_FEATURE] };
      },
    });
    await verify(rig);
    expect(rig.connection.negotiatesInside).toBe(false);
  });

  test.each<[string, (rig: InsideRig) => Promise<unknown>]>([
    [
      'verifyFingerprint',
      ({ connection, world }) => connection.verifyFingerprint(world.identity.fingerprint),
    ],
    ['readFingerprint', ({ connection }) => connection.readFingerprint().catch((error: unknown) => error)],
  ])('%s: a claim that was put into a token after it was signed is no claim', async (_, check) => {
    const rig = await connectedRig({ prepare: isDeployed });
    const { device, identity, clientPeer } = rig.world;
    device.resources.on('POST /webrtc/challenge', async ({ payload = new Uint8Array() }) => {
      const { challenge } = JSON.parse(utf8Decode(payload));
      const token = await makeChallengeToken({
        nonce: String(challenge),
        clientFingerprint: clientPeer.certificate.fingerprint,
        deviceFingerprint: device.pc.certificate.fingerprint,
        key: identity.key,
      });
      return jsonAnswer({ response: withClaim(token) });
    });
    await check(rig);
    await rig.world.settled();
    expect([rig.connection.negotiatesInside, device.negotiatesInside]).toEqual([false, false]);
  });

  test('the claim of another device than the expected one changes nothing', async () => {
    const rig = await connectedRig();
    await rig.connection.verifyFingerprint('ab'.repeat(32));
    await rig.world.settled();
    expect(rig.connection.negotiatesInside).toBe(false);
  });

  test('before anything is bound nothing is authenticated; a login binds, and what the device said by then is', async () => {
    const rig = await connectedRig({
      prepare: (device) => void device.passwords.set('ann', 'correct horse'),
    });
    await rig.connection.readFingerprint();
    await rig.world.settled();
    await addCameras(rig, 'garden', 'kitchen');
    expect(rig.reported).toEqual(['? 1 garden', '? 2 kitchen']);
    await rig.connection.authenticate({ username: 'ann', password: 'correct horse' });
    expect(rig.reported.slice(2)).toEqual(['!1 garden', '!2 kitchen']);
  });
});

describe('the channel', () => {
  test('descriptions go over it both ways, and the service sees none', async () => {
    const rig = await verifiedRig();
    const before = descriptionsSent(rig.world);
    await addCameras(rig, 'garden');
    rig.connection.addTrack(asTrack(new FakeTrack('audio')), 'intercom');
    await rig.world.settled();
    expect(descriptionsSent(rig.world)).toBe(before);
    expect(rig.world.device.lastDescription?.description.sdp).not.toContain('a=candidate');
    expect(rig.world.device.lastDescription?.metadata.tracks).toContainEqual({
      mid: '2',
      trackId: 'intercom',
    });
    expect(rig.connection.trace.steps.map(({ step }) => step)).toContain('negotiation-inside');
  });

  test('tracks come when signaling has long gone', async () => {
    const rig = await verifiedRig({ options: { closePolicy: { ...specPolicy, onSignalingLoss: 'stay' } } });
    rig.world.sockets.last.serverClose(1012, 'restart');
    await rig.world.settled();
    await addCameras(rig, 'garden', 'kitchen');
    expect(rig.reported).toEqual(CAMERAS);
  });

  test('an error that comes and goes is the device’s own', async () => {
    const rig = await verifiedRig();
    const { device } = rig.world;
    device.pc.addTransceiver('video', { direction: 'sendonly' });
    const well = { mid: '1', trackId: 'garden' };
    for (const entry of [well, { ...well, error: 'UNKNOWN_ERROR', message: 'No answer.' } as const, well]) {
      device.tracks = [entry];
      await device.offer();
      await rig.world.settled();
    }
    expect(rig.reported).toEqual(['! 1 garden', '!1 garden UNKNOWN_ERROR No answer.', '!1 garden']);
    expect(rig.warnings).toEqual(['ERR_TRACK']);
  });

  test('the same offer again changes nothing', async () => {
    const rig = await verifiedRig();
    await addCameras(rig, 'garden');
    const channel = rig.world.device.pc.channels.find(({ label }) => label === 'negotiation');
    const offer = channel?.sent.at(-1);
    channel?.send(offer);
    await rig.world.settled();
    await addCameras(rig, 'kitchen');
    expect([rig.reported, rig.warnings, rig.ends]).toEqual([CAMERAS, [], []]);
  });

  test('when it closes the connection ends, for nothing could be negotiated any more', async () => {
    const rig = await verifiedRig();
    rig.world.device.pc.channels.find(({ label }) => label === 'negotiation')?.close();
    await rig.world.settled();
    expect(rig.ends).toEqual([]);
    rig.world.clock.advance(REASON_GRACE_MS);
    expect(rig.ends).toEqual(['ERR_CHANNEL_CLOSED']);
  });

  test('when it is the first to close, the close code that follows is the reason', async () => {
    const rig = await verifiedRig();
    rig.world.device.pc.channels.find(({ label }) => label === 'negotiation')?.close();
    await rig.world.settled();
    rig.world.sockets.last.serverClose(CloseCode.tokenRejected);
    await rig.world.settled();
    expect(rig.ends).toEqual(['ERR_TOKEN_REJECTED']);
  });

  test('what is no message is ignored', async () => {
    const rig = await verifiedRig();
    const channel = rig.world.device.pc.channels.find(({ label }) => label === 'negotiation');
    for (const message of ['', '{"type":20}', '{"type":0,"data":"{}"}', new Uint8Array(3)])
      channel?.send(message);
    await addCameras(rig, 'garden');
    expect([rig.reported, rig.ends]).toEqual([['! 1 garden'], []]);
  });
});

function jsonAnswer(body: object): { statusCode: number; contentFormat: number; payload: Uint8Array } {
  return { statusCode: 205, contentFormat: 50, payload: utf8Encode(JSON.stringify(body)) };
}

/** The token with one more claim and the signature that it had. */
function withClaim(token: string): string {
  const [head = '', body = '', signature = ''] = token.split('.');
  const claims: object = JSON.parse(utf8Decode(base64urlDecode(body)));
  const more = JSON.stringify({ ...claims, features: [NEGOTIATION_FEATURE] });
  return [head, base64urlEncode(utf8Encode(more)), signature].join('.');
}
