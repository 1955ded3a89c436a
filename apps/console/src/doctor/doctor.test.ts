import { createFakeWorld } from '@longwire/testing';
import { describe, expect, test } from 'vitest';
import * as diagnostics from '@longwire/client/diagnostics';
import type { DiagnoseOptions, Finding, FindingCode } from '@longwire/client/diagnostics';
import type { RememberedDevice } from '../devices/remembered-device.ts';
import { conclude } from './conclusion.ts';
import { doctorReport } from './doctor-report.ts';
import { DOCTOR_STEPS, checkRows, checkViews } from './check.ts';
import { Doctor, type DoctorState } from './doctor.ts';
import { Doctors } from './doctors.ts';
import { doctor as german } from '../messages/doctor-de.ts';
import { doctor as english } from '../messages/doctor-en.ts';

const loadNow = async (): Promise<typeof diagnostics> => diagnostics;
const answer: typeof fetch = async () => new Response();

async function worldOf(): Promise<{
  world: Awaited<ReturnType<typeof createFakeWorld>>;
  terms: () => Promise<DiagnoseOptions>;
}> {
  const world = await createFakeWorld();
  const options: DiagnoseOptions = { ...world.options, fetch: answer, tracks: [], isOnline: () => true };
  return { world, terms: async () => ({ ...options, fingerprint: world.identity.fingerprint }) };
}

function statesOf(doctor: Doctor): DoctorState[] {
  const states: DoctorState[] = [];
  doctor.subscribe(() => states.push(doctor.snapshot()));
  return states;
}

test('the doctor has the steps of the client’s diagnosis, in the same order', () => {
  expect(DOCTOR_STEPS).toEqual(diagnostics.DIAGNOSIS_STEPS);
});

test('the doctor shows each step while it runs, and the conclusion at the end', async () => {
  const { terms } = await worldOf();
  const doctor = new Doctor({ load: loadNow, terms });
  const states = statesOf(doctor);
  await doctor.run();
  const steps = states.flatMap((state) => (state.kind === 'running' ? [state.step] : []));
  expect(steps).toEqual([...DOCTOR_STEPS, undefined]);
  expect(doctor.snapshot()).toMatchObject({
    kind: 'done',
    conclusion: { kind: 'withoutRelay', isBlocking: false },
  });
});

test('running the doctor again starts over, and only the newest run is reported', async () => {
  const { terms, world } = await worldOf();
  const doctor = new Doctor({ load: loadNow, terms });
  const first = doctor.run();
  const states = statesOf(doctor);
  await Promise.all([first, doctor.run()]);
  expect(states.filter(({ kind }) => kind === 'done')).toHaveLength(1);
  expect(world.leftovers).toEqual({ sockets: 0, peers: 0, timers: 0, listeners: 0 });
});

test('a stopped doctor leaves nothing behind and reports nothing more', async () => {
  const { terms, world } = await worldOf();
  const doctor = new Doctor({ load: loadNow, terms });
  world.faults.drop({ kind: 'login' });
  const run = doctor.run();
  await world.settled();
  doctor.stop();
  expect(doctor.snapshot()).toEqual({ kind: 'idle' });
  await run;
  expect(doctor.snapshot()).toEqual({ kind: 'idle' });
  expect(world.leftovers).toEqual({ sockets: 0, peers: 0, timers: 0, listeners: 0 });
});

test('a watched doctor starts, survives an unsubscribe followed by a subscribe, and stops without watchers', async () => {
  const { terms, world } = await worldOf();
  let loads = 0;
  const load = async () => {
    loads += 1;
    return diagnostics;
  };
  const doctor = new Doctor({ load, terms });
  world.faults.drop({ kind: 'login' });
  doctor.watch()();
  const leave = doctor.watch();
  await world.settled();
  expect([loads, doctor.snapshot().kind]).toEqual([1, 'running']);
  leave();
  await world.settled();
  expect(doctor.snapshot()).toEqual({ kind: 'idle' });
  expect(world.leftovers).toEqual({ sockets: 0, peers: 0, timers: 0, listeners: 0 });
});

test('the doctor reports that its code does not load, and can be run again', async () => {
  const { terms } = await worldOf();
  const doctor = new Doctor({
    load: async () => {
      throw new TypeError('Failed to fetch');
    },
    terms,
  });
  await doctor.run();
  expect(doctor.snapshot()).toMatchObject({ kind: 'broken', detail: 'TypeError: Failed to fetch' });
});

test('each device has its own doctor, which uses what is remembered of the device', async () => {
  const device: RememberedDevice = {
    key: 'pr/de',
    productId: 'pr',
    deviceId: 'de',
    service: 'ws://127.0.0.1:9',
    sct: '',
    addedAtMs: 0,
  };
  const asked: unknown[] = [];
  const doctors = new Doctors({
    device: (key) => (key === device.key ? device : undefined),
    identity: {
      certificateFor: async (name) => {
        asked.push(name);
        return undefined;
      },
    },
  });
  const doctor = doctors.of('pr/de');
  expect(doctors.of('pr/de')).toBe(doctor);
  expect(doctors.of('pr/other')).not.toBe(doctor);
  await doctor.run();
  expect(asked).toEqual([{ productId: 'pr', deviceId: 'de', account: undefined }]);
  expect(doctor.snapshot()).toMatchObject({
    kind: 'done',
    conclusion: { kind: 'noToken', isBlocking: true },
  });
});

/** Findings with all steps good except the given ones. */
function findingsWith(
  given: Partial<Record<Finding['step'], `${Finding['kind']} ${FindingCode}`>>,
): Finding[] {
  return DOCTOR_STEPS.map((step): Finding => {
    const verdict = given[step];
    if (verdict === undefined) return { kind: 'good', step, code: 'ok', text: '', elapsedMs: 1 };
    const isKind = (kind: Finding['kind']): boolean => verdict.startsWith(`${kind} `);
    const kinds: readonly Finding['kind'][] = ['good', 'warning', 'bad', 'skipped'];
    const kind = kinds.find(isKind) ?? 'bad';
    const code = verdict.slice(kind.length + 1);
    return Object.assign({ kind, step, code: 'ok' as const, text: '', elapsedMs: 1 }, { code });
  });
}

const silent = 'bad server-silent';
const refused = 'bad credentials-refused';
const none = 'skipped not-needed';
const noPath = 'bad no-path';

describe('the conclusion', () => {
  test.each([
    ['allWell', false, {}],
    ['withoutRelay', false, { servers: 'warning no-relay-offered' }],
    ['insecurePage', false, { browser: 'warning insecure-page', servers: 'warning no-relay-offered' }],
    ['noWebrtc', true, { browser: 'bad no-webrtc' }],
    ['insecurePage', false, { browser: 'warning insecure-page' }],
    ['offlineHere', true, { browser: 'warning offline-here', service: 'bad offline-here' }],
    ['mixedContent', true, { service: 'bad mixed-content' }],
    ['localNetworkDenied', true, { service: 'bad local-network-denied' }],
    ['serviceUnreachable', true, { service: 'bad unreachable' }],
    ['serviceNotOne', true, { websocket: 'bad no-websocket' }],
    ['loginRefused', true, { login: 'bad token-rejected' }],
    ['noSuchDevice', true, { login: 'bad unknown-device' }],
    ['serviceBusy', true, { login: 'bad no-answer' }],
    ['deviceOffline', true, { device: 'bad device-offline' }],
    ['deviceRefuses', true, { device: 'bad device-refuses' }],
    ['deviceFault', true, { device: 'bad device-fault' }],
    ['deviceOffline', true, { device: 'bad device-offline', clock: 'bad clock-wrong' }],
    ['clockWrong', false, { clock: 'bad clock-wrong' }],
    ['clockWrong', false, { clock: 'bad clock-wrong', codecs: 'bad no-common-codec' }],
    ['udpBlocked', false, { udp: 'warning udp-blocked', stun: silent, 'turn-udp': silent }],
    [
      'udpBlocked',
      true,
      {
        udp: 'bad udp-blocked',
        stun: silent,
        'turn-udp': silent,
        'turn-tcp': none,
        'turn-tls': none,
        pairs: noPath,
      },
    ],
    [
      'relayUnreachable',
      true,
      {
        udp: 'bad udp-blocked',
        'turn-udp': silent,
        'turn-tcp': silent,
        'turn-tls': silent,
        pairs: noPath,
      },
    ],
    ['relayUnreachable', false, { 'turn-udp': silent, 'turn-tcp': silent, 'turn-tls': silent }],
    ['relayRefused', true, { 'turn-udp': refused, 'turn-tcp': refused, 'turn-tls': refused, pairs: noPath }],
    ['relayRefused', false, { 'turn-udp': refused, 'turn-tcp': refused, 'turn-tls': refused }],
    ['noRelay', true, { servers: 'warning no-relay-offered', pairs: noPath }],
    ['noPath', true, { pairs: noPath }],
    ['noWebrtc', true, { servers: 'warning no-relay-offered', udp: 'bad no-address', pairs: noPath }],
    [
      'noWebrtc',
      true,
      {
        udp: 'bad no-address',
        stun: 'skipped needs-earlier-step',
        'turn-udp': silent,
        'turn-tcp': silent,
        'turn-tls': silent,
        pairs: noPath,
      },
    ],
    ['deviceOffline', true, { pairs: 'bad device-offline' }],
    ['inTheMiddle', true, { dtls: 'bad dtls-failed' }],
    ['channelFailed', true, { channel: 'bad channel-failed' }],
    ['wrongKey', true, { identity: 'bad wrong-fingerprint' }],
    ['notProven', true, { identity: 'bad not-proven' }],
    ['insecurePage', true, { browser: 'warning insecure-page', identity: 'bad not-proven' }],
    ['wrongPassword', true, { user: 'bad wrong-password' }],
    ['noCodec', true, { codecs: 'bad no-common-codec' }],
    ['trackFailed', true, { codecs: 'bad no-answer' }],
  ] as const)('is %s (blocking: %s) for %o', (kind, isBlocking, given) => {
    expect(conclude(findingsWith(given))).toEqual({ kind, isBlocking });
  });
});

test('the conclusion of a narrow line has its figures, after a network that needs attention and before an insecure page', () => {
  const figures = { bitsPerSecond: 1_200_000, bitsPerSecondWanted: 4_000_000 };
  const withFigures = (given: Parameters<typeof findingsWith>[0]): Finding[] =>
    findingsWith({ ...given, line: 'warning narrow-line' }).map((each) =>
      each.step === 'line' ? { ...each, facts: figures } : each,
    );
  const narrow = { kind: 'narrowLine', isBlocking: false, ...figures };
  expect(conclude(withFigures({}))).toEqual(narrow);
  expect(conclude(withFigures({ browser: 'warning insecure-page' }))).toEqual(narrow);
  expect(conclude(withFigures({ udp: 'warning udp-blocked' })).kind).toBe('udpBlocked');
  expect(english.narrowLine.title(1_234_000, 4_000_000)).toBe(
    'Your line carries about 1.2 Mbit/s; the camera’s large picture needs 4.',
  );
  expect(german.narrowLine.title(1_234_000, 4_000_000)).toBe(
    'Ihre Leitung trägt etwa 1,2 Mbit/s; das große Bild der Kamera braucht 4.',
  );
});

function withCodecFacts(facts: NonNullable<Finding['facts']>) {
  const findings = findingsWith({ codecs: 'bad no-common-codec' });
  return findings.map((each) => (each.step === 'codecs' ? { ...each, facts } : each));
}

test('the conclusion names each format that the browser lacks once, if the device lists its formats', () => {
  const tracks = [
    { trackId: 'a', codecs: [], error: 'INVALID_CODECS', offered: ['H265'] },
    { trackId: 'b', codecs: ['opus'] },
    { trackId: 'c', codecs: [], error: 'INVALID_CODECS', offered: ['H265', 'JPEG'], kind: 'video' },
    { trackId: 'd', codecs: [], error: 'INVALID_CODECS', offered: ['AAC'], kind: 'audio' },
  ];
  const rest = { kind: 'noCodec', isBlocking: true };
  expect(conclude(withCodecFacts({ tracks }))).toEqual({
    ...rest,
    lacked: { kind: 'video', lacked: ['H265', 'JPEG'] },
  });
  // Without a video that is lacked, the conclusion names the audio format.
  expect(conclude(withCodecFacts({ tracks: tracks.slice(-1) }))).toEqual({
    ...rest,
    lacked: { kind: 'audio', lacked: ['AAC'] },
  });
});

test('a check has the result of its worst step, and is running while one of its steps runs', () => {
  const findings = findingsWith({
    udp: 'warning udp-blocked',
    stun: silent,
    codecs: 'skipped not-asked',
    line: none,
  });
  const marks = (upTo: number, step?: Finding['step']): string[] =>
    checkViews(findings.slice(0, upTo), step).map(({ check, mark }) => `${check} ${mark}`);
  expect(marks(findings.length)).toEqual([
    'browser good',
    'service good',
    'login good',
    'device good',
    'network bad',
    'way good',
    'identity good',
    'media skipped',
  ]);
  expect(marks(2, 'websocket').slice(0, 3)).toEqual(['browser good', 'service running', 'login waiting']);
});

test('steps that were skipped for the same reason share one row without a duration', () => {
  const findings = findingsWith({
    stun: 'skipped not-needed',
    'turn-udp': 'skipped not-needed',
    'turn-tcp': silent,
    'turn-tls': 'skipped not-needed',
    servers: 'skipped needs-earlier-step',
  });
  const network = checkViews(findings, undefined).find(({ check }) => check === 'network')?.findings ?? [];
  const lines = checkRows(network).map(
    ({ steps, code, elapsedMs }) =>
      `${steps.join(' ')}: ${code}, ${elapsedMs === undefined ? 'no' : 'some'} time`,
  );
  expect(lines).toEqual([
    'servers: needs-earlier-step, no time',
    'udp: ok, some time',
    'stun turn-udp turn-tls: not-needed, no time',
    'turn-tcp: server-silent, some time',
  ]);
});

test('canaries: the report contains the findings and no secret', () => {
  const [first] = findingsWith({});
  if (first === undefined) throw new Error('a finding expected');
  const text = 'the service said canary-token from 192.0.2.7 and lw_canary_abc';
  const report = doctorReport({
    conclusion: { kind: 'loginRefused', isBlocking: true },
    findings: [{ ...first, text, facts: { pairs: ['host udp 10.1.2.3'] } }],
    secrets: ['canary-token'],
    atMs: 0,
    browser: 'Browser/1.2',
  });
  expect(report).toContain('conclusion: loginRefused');
  expect(report).toContain('browser [ok]');
  expect(report).toContain('Browser/1.2');
  for (const secret of ['canary', '192.0.2.7', '10.1.2.3']) expect(report).not.toContain(secret);
});
