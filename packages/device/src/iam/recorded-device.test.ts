/** @module Compares the answers of this device with those recorded of a deployed one. */
import { ContentFormat, hexToBytes, parseFingerprint, utf8Decode } from '@longwire/protocol';
import { decodeCbor } from '@longwire/protocol/cbor';
import { expect, test } from 'vitest';
import type { LoginRates } from '../auth/login-limits.ts';
import { ResourceHarness, type HarnessClient } from '../coap/resource-harness.fixture.ts';
import {
  recordedConfig,
  recordedGroups,
  recordedPassword,
  recordedState,
  type RecordedGroup,
  type RecordedStep,
} from './recorded-device.fixture.ts';
import { RECORDED_DIFFERENCES } from './recorded-differences.fixture.ts';

const PLENTY = { capacity: 1_000_000, refillPerSecond: 1 };
const rates: LoginRates = {
  connection: PLENTY,
  token: PLENTY,
  tokenUsername: PLENTY,
  username: PLENTY,
  device: PLENTY,
  rounds: PLENTY,
  tokenRounds: PLENTY,
  deviceRounds: PLENTY,
};

/** Tracks, tunnels, addresses and the challenge (which has its own vectors) are not user management. */
const OTHER_VECTORS = /^\/(?:webrtc\/(?:tracks|video|challenge)|tcp-tunnels|p2p\/endpoints)/u;

/** Values that differ between any two devices: ids, versions, ports, generated connection tokens; and a field that is newer than the recording. */
function normalise(key: string, value: unknown): unknown {
  if (key === 'NabtoVersion' || key === 'AccessEndsAt') return undefined;
  if (key === 'ProductId' || key === 'DeviceId') return 'an id';
  if (key === 'Sct' && typeof value === 'string' && !value.startsWith('sct-')) return 'a connection token';
  return value;
}

function describeAnswer(statusCode: number, contentFormat: number | undefined, payload: Uint8Array): string {
  if (payload.length === 0) return `${statusCode}`;
  if (contentFormat === ContentFormat.cbor)
    return `${statusCode} ${JSON.stringify(decodeCbor(payload), normalise)}`;
  if (contentFormat === ContentFormat.octetStream) return `${statusCode} ${payload.length} bytes`;
  return `${statusCode} ${utf8Decode(payload).replace(/"SignalingStreamPort":\d+/u, '')}`;
}

async function connect(
  { newConnection, clientFp, deviceFp, loggedInAs }: RecordedStep,
  harness: ResourceHarness,
  clients: Map<string, HarnessClient>,
): Promise<void> {
  const client = harness.connectWith(parseFingerprint(clientFp ?? ''), parseFingerprint(deviceFp ?? ''));
  clients.set(newConnection ?? '', client);
  if (loggedInAs === undefined) return;
  const status = await client.login(loggedInAs, recordedPassword(loggedInAs));
  if (status !== 201) throw new Error(`login as '${loggedInAs}' failed with ${status}`);
}

/** Our answer and the recorded one. */
async function replay(
  { request, response }: RecordedStep,
  client: HarnessClient,
): Promise<{ ours: string; recorded: string } | undefined> {
  if (request === undefined || response === undefined || OTHER_VECTORS.test(request.path)) return undefined;
  const bytes = hexToBytes(request.payloadHex ?? '');
  const body =
    bytes.length === 0 ? {} : { bytes, contentFormat: request.contentFormat ?? ContentFormat.text };
  const { statusCode, contentFormat, payload } = await client.request(request.method, request.path, body);
  return {
    ours: describeAnswer(statusCode, contentFormat, payload),
    recorded: describeAnswer(response.statusCode, response.contentFormat, hexToBytes(response.payloadHex)),
  };
}

/** The steps with different answers, and how many steps were compared. */
async function replayGroup({ group, options, cases }: RecordedGroup): Promise<{
  differences: Map<string, unknown>;
  compared: number;
}> {
  const harness = new ResourceHarness({
    state: recordedState(),
    config: recordedConfig(options.maxUsers),
    rates,
  });
  const clients = new Map<string, HarnessClient>();
  const differences = new Map<string, unknown>();
  let compared = 0;
  for (const { name, steps } of cases) {
    for (const [index, step] of steps.entries()) {
      if (step.newConnection !== undefined) await connect(step, harness, clients);
      const client = clients.get(step.connection ?? '');
      const answers = client === undefined ? undefined : await replay(step, client);
      if (answers === undefined) continue;
      compared += 1;
      if (answers.ours !== answers.recorded) differences.set(`${group} | ${name} | ${index}`, answers);
    }
  }
  return { differences, compared };
}

// Recorded from nabto-embedded-sdk 5.15.0; the file names its source.
test.each(recordedGroups)(
  '$group: answers equal those of the recorded device, except for the listed differences',
  async (recorded) => {
    const { differences } = await replayGroup(recorded);
    const listed = [...RECORDED_DIFFERENCES.keys()].filter((key) => key.startsWith(`${recorded.group} | `));
    const unlisted = [...differences].filter(([key]) => !RECORDED_DIFFERENCES.has(key));
    expect(unlisted).toEqual([]);
    expect([...differences.keys()]).toEqual(listed);
  },
);

test('nearly all recorded answers are compared', async () => {
  let compared = 0;
  for (const recorded of recordedGroups) compared += (await replayGroup(recorded)).compared;
  expect(compared).toBe(525);
});
