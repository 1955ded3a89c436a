/** @module A diagnosis over fakes: causes that no real network produces on demand, its time limits, and its clean-up. */
import {
  createFakeWorld,
  FakeCertificate,
  type FakeAnswer,
  type FakeHandler,
  type FakeWorld,
} from '@longwire/testing';
import { describe, expect, test } from 'vitest';
import { DEFAULT_STEP_TIMEOUT_MS, type DiagnoseOptions } from './diagnose-options.ts';
import { diagnose } from './diagnose.ts';
import { DIAGNOSIS_STEPS, formatFinding, type Finding } from './finding.ts';
import { NOTHING } from '../../fake-world.fixture.ts';

/** A service that answers over HTTP with a readable time. */
const answer: typeof fetch = async () =>
  new Response(null, { headers: { date: new Date(Date.UTC(2026, 10, 22)).toUTCString() } });
const fail: typeof fetch = async () => {
  throw new TypeError('Failed to fetch');
};

function optionsOf(world: FakeWorld): DiagnoseOptions {
  return { ...world.options, fetch: answer, dateNow: () => Date.UTC(2026, 10, 22), isOnline: () => true };
}

/** A response with the JSON content format, valid or not. */
const json = (text: string): FakeAnswer => ({
  statusCode: 205,
  contentFormat: 50,
  payload: new TextEncoder().encode(text),
});

/** Every finding. */
async function all(options: DiagnoseOptions): Promise<Finding[]> {
  const findings: Finding[] = [];
  for await (const finding of diagnose(options)) findings.push(finding);
  return findings;
}

/** The same with a step that is never answered: advances the clock whenever nothing else happens. */
async function allInTime(world: FakeWorld, options: DiagnoseOptions): Promise<Finding[]> {
  const state = { isDone: false };
  const run = all(options).finally(() => {
    state.isDone = true;
  });
  while (!state.isDone) {
    await world.settled();
    world.clock.advance(DEFAULT_STEP_TIMEOUT_MS);
  }
  return await run;
}

const troubles = (findings: readonly Finding[]): string[] =>
  findings.filter(({ kind }) => kind === 'bad').map(({ step, code }) => `${step}: ${code}`);

test('a working connection yields each step once and in order and leaves nothing behind', async () => {
  const world = await createFakeWorld();
  const fingerprint = world.identity.fingerprint;
  const findings = await all({ ...optionsOf(world), fingerprint, tracks: [] });
  expect(findings.map(({ step }) => step)).toEqual([...DIAGNOSIS_STEPS]);
  expect(troubles(findings)).toEqual([]);
  expect(findings.find(({ step }) => step === 'identity')?.kind).toBe('good');
  expect(world.leftovers).toEqual(NOTHING);
});

describe('close codes of a login', () => {
  test.each([
    [1012, 'login: service-restarting'],
    [4002, 'login: token-rejected'],
    [4007, 'login: no-answer'],
    [4242, 'login: service-closed'],
    [1000, 'device: device-closed'],
    [4001, 'device: device-refuses'],
    [4003, 'device: device-offline'],
  ])('%i', async (closeCode, trouble) => {
    const world = await createFakeWorld();
    world.faults.serviceAway(closeCode, 'in its own words');
    const findings = await all(optionsOf(world));
    expect(troubles(findings)).toEqual([trouble]);
    expect(findings.map(({ step }) => step)).toEqual([...DIAGNOSIS_STEPS]);
    const words = findings.find(({ kind }) => kind === 'bad')?.text;
    expect(words).toMatch(new RegExp(`${closeCode} .*in its own words`, 'u'));
    expect(world.leftovers).toEqual(NOTHING);
  });

  test('a login that ends without a close code means a broken connection', async () => {
    const world = await createFakeWorld();
    world.intercept = (_message, socket) => {
      socket.serverFail();
      return true;
    };
    expect(troubles(await all(optionsOf(world)))).toEqual(['login: service-closed']);
  });
});

test('a socket that breaks between two steps fails the next one', async () => {
  const world = await createFakeWorld();
  const findings: Finding[] = [];
  for await (const finding of diagnose(optionsOf(world))) {
    findings.push(finding);
    if (finding.step === 'websocket') world.sockets.last.serverFail();
  }
  expect(troubles(findings)).toEqual(['login: service-closed']);
});

describe('a step without an answer ends at its time limit', () => {
  test.each([
    ['login', 'login: no-answer'],
    ['turnRequest', 'device: no-answer'],
    ['description', 'pairs: no-path'],
  ] as const)('%s', async (unanswered, trouble) => {
    const world = await createFakeWorld();
    world.faults.drop({ kind: unanswered });
    expect(troubles(await allInTime(world, optionsOf(world)))).toEqual([trouble]);
    expect(world.leftovers).toEqual(NOTHING);
  });

  test('reports a socket that does not open on a service that answers', async () => {
    const world = await createFakeWorld();
    world.isReachable = false;
    expect(troubles(await allInTime(world, optionsOf(world)))).toEqual(['websocket: no-websocket']);
    expect(world.leftovers).toEqual(NOTHING);
  });
});

describe('the browser', () => {
  test('a browser without WebRTC skips all other steps', async () => {
    const world = await createFakeWorld();
    const none: unknown = null;
    const findings = await all(Object.assign(optionsOf(world), { RTCPeerConnection: none }));
    expect(troubles(findings)).toEqual(['browser: no-webrtc']);
    expect(world.sockets.all).toEqual([]);
    expect(findings.map(({ step }) => step)).toEqual([...DIAGNOSIS_STEPS]);
  });

  test('an offline browser is reported first', async () => {
    const world = await createFakeWorld();
    world.isReachable = false;
    const findings = await allInTime(world, { ...optionsOf(world), fetch: fail, isOnline: () => false });
    expect(troubles(findings)).toEqual(['service: offline-here']);
    expect(findings[0]).toMatchObject({ kind: 'warning', code: 'offline-here' });
  });

  test.each([
    ['192.168.1.20', 'denied', 'service: local-network-denied'],
    ['localhost', 'denied', 'service: local-network-denied'],
    ['192.168.1.20', 'prompt', 'service: unreachable'],
    ['192.168.1.20', undefined, 'service: unreachable'],
    ['signal.example', 'denied', 'service: unreachable'],
  ] as const)('a service at %s, with the local network %s', async (host, permission, trouble) => {
    const world = await createFakeWorld();
    world.isReachable = false;
    const findings = await allInTime(world, {
      ...optionsOf(world),
      signalingServerUrl: `ws://${host}:8080`,
      fetch: fail,
      localNetwork: async () => permission,
    });
    expect(troubles(findings)).toEqual([trouble]);
    expect(world.leftovers).toEqual(NOTHING);
  });

  test('an insecure page cannot verify a device', async () => {
    const world = await createFakeWorld();
    const crypto = { getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => bytes };
    const fingerprint = world.identity.fingerprint;
    const findings = await all({ ...optionsOf(world), crypto, fingerprint });
    expect(findings[0]).toMatchObject({ kind: 'warning', code: 'insecure-page' });
    expect(troubles(findings)).toEqual(['identity: not-proven']);
  });

  test('reports a service address that the browser refuses', async () => {
    const world = await createFakeWorld();
    const WebSocket = new Proxy(world.options.WebSocket, {
      construct() {
        throw new DOMException('insecure', 'SecurityError');
      },
    });
    const findings = await all({ ...optionsOf(world), fetch: fail, WebSocket });
    expect(troubles(findings)).toEqual(['service: unreachable']);
  });
});

describe('the device', () => {
  test('a certificate other than announced fails DTLS and not the path', async () => {
    const world = await createFakeWorld();
    const other = new FakeCertificate();
    world.rewrite = (message) => {
      if (message.kind !== 'description') return message;
      const { type, sdp } = message.description;
      const forged = sdp.replaceAll(/sha-256 \S+/gu, `sha-256 ${other.sdpFingerprint}`);
      return { ...message, description: { type, sdp: forged } };
    };
    const findings = await all(optionsOf(world));
    expect(troubles(findings)).toEqual(['dtls: dtls-failed']);
    expect(world.leftovers).toEqual(NOTHING);
  });

  test('a key other than expected skips password and tracks', async () => {
    const world = await createFakeWorld();
    const credentials = { username: 'ann', password: 'canary-password' };
    const findings = await all({ ...optionsOf(world), fingerprint: 'ab'.repeat(32), credentials });
    expect(troubles(findings)).toEqual(['identity: wrong-fingerprint']);
    expect(findings.slice(-3).map(({ kind }) => kind)).toEqual(['skipped', 'skipped', 'skipped']);
  });

  test('warns about tracks that the role does not allow', async () => {
    const world = await createFakeWorld();
    world.prepare = ({ resources }) => {
      resources.on('GET /webrtc/tracks/default', { statusCode: 403 });
    };
    const findings = await all(optionsOf(world));
    expect(findings.at(-2)).toMatchObject({ step: 'codecs', kind: 'warning', code: 'forbidden' });
  });
});

test.each<[string, FakeAnswer, string]>([
  ['it has no such resource', { statusCode: 404 }, 'the device does not list default tracks'],
  ['it answers with invalid JSON', json('Resource not found'), 'the device does not list default tracks'],
  ['it lists none', json('{}'), 'the device does not list default tracks'],
])('the codec check is skipped for a device without usable tracks: %s', async (_why, answer, text) => {
  const world = await createFakeWorld();
  world.prepare = ({ resources }) => {
    resources.on('GET /webrtc/tracks/default', answer);
  };
  const findings = await all(optionsOf(world));
  expect(findings.at(-2)).toMatchObject({ step: 'codecs', kind: 'skipped', code: 'not-needed', text });
});

describe('a track that the browser cannot play', () => {
  const DEFAULT = JSON.stringify({ videoTrackId: 'cam' });
  /** A device that refuses its only track and returns the given list of tracks. */
  async function refusing(list: FakeAnswer | FakeHandler, signal?: AbortSignal): Promise<readonly Finding[]> {
    const world = await createFakeWorld();
    world.prepare = (device) => {
      device.resources.on('GET /webrtc/tracks/default', json(DEFAULT));
      device.resources.on('GET /webrtc/tracks', list);
      device.resources.on('POST /webrtc/tracks', () => {
        device.pc.addTransceiver('video', { direction: 'sendonly' });
        device.tracks = [{ mid: '1', trackId: 'cam', error: 'INVALID_CODECS' }];
        void device.offer();
        return { statusCode: 201 };
      });
    };
    return await all({ ...optionsOf(world), ...(signal === undefined ? {} : { signal }) });
  }
  const known = { trackId: 'cam', codecs: [], error: 'INVALID_CODECS' };

  test.each([
    [
      'a device that lists codecs',
      json(JSON.stringify({ tracks: [{ trackId: 'cam', codecs: ['H265'] }, 7] })),
      { ...known, offered: ['H265'] },
    ],
    [
      'a device that lists codecs and kind',
      json(JSON.stringify({ tracks: [{ trackId: 'cam', codecs: ['H265'], kind: 'video' }] })),
      { ...known, offered: ['H265'], kind: 'video' },
    ],
    [
      'invalid codec names',
      json(
        JSON.stringify({ tracks: [{ trackId: 'cam', codecs: ['a b', 'x:y', '', 'x'.repeat(33), 'H265'] }] }),
      ),
      { ...known, offered: ['H265'] },
    ],
    ['an older device', { statusCode: 404 }, known],
    ['nonsense', json('{"tracks":[{"trackId":"cam","codecs":"H265"}]}'), known],
    ['no JSON', json('<'), known],
  ])('lists the codecs that the device offers for it: %s', async (_title, list, track) => {
    const finding = (await refusing(list)).at(-2);
    expect(finding).toMatchObject({ step: 'codecs', kind: 'bad', code: 'no-common-codec' });
    expect(finding?.facts).toEqual({ tracks: [track] });
    expect(finding?.text.includes('cam (H265)')).toBe('offered' in track);
  });

  const picture = 'for a picture H.264 or VP8 (in device.toml: transcode = true)';
  const sound = 'for a sound Opus or G.711 (PCMU or PCMA)';
  test.each([
    ['a picture', 'video', picture],
    ['a sound', 'audio', sound],
    ['a track of unknown kind', undefined, `${picture}, and ${sound}`],
  ])('the advice fits the kind of track: %s', async (_title, kind, advice) => {
    const tracks = [{ trackId: 'cam', codecs: ['X-OTHER'], kind }];
    const todo = (await refusing(json(JSON.stringify({ tracks })))).at(-2)?.todo;
    expect(todo).toBe(`use another browser, or have the device send ${advice}`);
  });

  test('yields nothing more after the caller has aborted during a step', async () => {
    const abort = new AbortController();
    const goAway = (): { statusCode: number } => {
      abort.abort(new Error('the user went away'));
      return { statusCode: 404 };
    };
    await expect(refusing(goAway, abort.signal)).rejects.toMatchObject({ code: 'ERR_ABORTED' });
  });
});

test('a clock by which fresh credentials have expired is wrong', async () => {
  const expiry = Date.UTC(2026, 10, 22) / 1000 - 5;
  const turnReply = {
    iceServers: [
      { urls: ['turn:t.example'], username: `${expiry}:canary-name`, credential: 'canary-credential' },
    ],
  };
  const world = await createFakeWorld({ turnReply });
  const findings = await all({ ...optionsOf(world), fetch: fail });
  expect(findings.find(({ step }) => step === 'clock')).toMatchObject({ kind: 'bad', code: 'clock-wrong' });
  expect(JSON.stringify(findings)).not.toContain('canary');
});

test('hides a token that the service echoes', async () => {
  const world = await createFakeWorld();
  world.faults.serviceAway(4002, `no such token: ${world.options.sct} from 192.0.2.7`);
  const text = (await all(optionsOf(world))).map((finding) => formatFinding(finding)).join('\n');
  expect(text).toContain('no such token: [hidden] from [address]');
  expect(text).toContain('BAD      login: this link is no longer valid');
  expect(text).toContain('\n         -> ask for a new link and paste it');
});

test('invalid options throw immediately', async () => {
  const world = await createFakeWorld();
  const { sct: _sct, ...options } = optionsOf(world);
  expect(() => diagnose(options)).toThrow('Missing connection options');
  expect(() => diagnose({ ...optionsOf(world), fingerprint: 'no' })).toThrow(
    expect.objectContaining({ code: 'ERR_FINGERPRINT_FORMAT' }),
  );
});

test('yields no skipped steps after the caller has aborted', async () => {
  const world = await createFakeWorld();
  world.faults.serviceAway(4002, 'no');
  const abort = new AbortController();
  const steps: string[] = [];
  const run = (async () => {
    for await (const { step, kind } of diagnose({ ...optionsOf(world), signal: abort.signal })) {
      steps.push(step);
      if (kind === 'bad') abort.abort(new Error('the user went away'));
    }
  })();
  await expect(run).rejects.toMatchObject({ code: 'ERR_ABORTED' });
  expect(steps).toEqual(['browser', 'service', 'websocket', 'login']);
  expect(world.leftovers).toEqual(NOTHING);
});

test('a permission query without an answer ends at the step time limit', async () => {
  const world = await createFakeWorld();
  world.isReachable = false;
  const never = Promise.withResolvers<PermissionState>();
  const findings = await allInTime(world, {
    ...optionsOf(world),
    signalingServerUrl: 'ws://192.168.1.20:8080',
    fetch: fail,
    localNetwork: async () => await never.promise,
  });
  expect(troubles(findings)).toEqual(['service: unreachable']);
  expect(world.leftovers).toEqual(NOTHING);
});

test("the caller's signal ends the diagnosis and leaves nothing behind", async () => {
  const world = await createFakeWorld();
  world.faults.drop({ kind: 'login' });
  const abort = new AbortController();
  const run = (async () => {
    for await (const { step } of diagnose({ ...optionsOf(world), signal: abort.signal })) {
      if (step === 'websocket') queueMicrotask(() => abort.abort(new Error('the user went away')));
    }
  })();
  await expect(run).rejects.toMatchObject({ code: 'ERR_ABORTED' });
  expect(world.leftovers).toEqual(NOTHING);
});
