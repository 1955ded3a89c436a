/** @module Diagnoses with networks in between: relays that work, refuse or are silent, and blocked UDP. */
import { diagnose, findingOf, outcomes, type DiagnosisOptions } from '../harness/diagnosis.ts';
import { expect, test, type RelayWorld } from '../harness/relay-fixtures.ts';
import { optionsFor } from '../harness/test-client.ts';

/** Browsers wait some ten seconds for a silent server, and up to thirty for candidate pairs. */
test.describe.configure({ timeout: 120_000 });

async function optionsIn(world: RelayWorld): Promise<DiagnosisOptions> {
  const device = await world.device('longwire');
  return { ...optionsFor(device, world.service.webSocketUrl), tracks: [] };
}

const RELAYS = { 'turn-udp': 'good', 'turn-tcp': 'good', 'turn-tls': 'good' };

test('STUN and every kind of relay are checked separately; the path found is the relay', async ({
  world,
}) => {
  const page = await world.openPage();
  const findings = await diagnose(page, await optionsIn(world));
  expect(outcomes(findings)).toMatchObject({
    servers: 'good',
    udp: 'good',
    stun: 'good',
    ...RELAYS,
    pairs: 'good',
  });
  // Both ends have a relay, and a path through either may come first; a browser reports the transport only of its own relay.
  const own = { localType: 'relay', relayProtocol: 'udp' };
  const { text, facts } = findingOf(findings, 'pairs');
  expect(text).toBe('a network path was found: through a relay, over UDP');
  expect([
    { kind: 'relayed', protocol: 'udp', ...own, remoteType: expect.any(String) },
    { kind: 'relayed', protocol: 'udp', localType: expect.not.stringMatching('relay'), remoteType: 'relay' },
  ]).toContainEqual(facts?.['path']);
  const configurations = await page.evaluate(() => window.instruments.peerConfigurations);
  const alone = configurations.filter(({ iceTransportPolicy, iceServers = [] }) => {
    return iceTransportPolicy === 'relay' && iceServers.length === 1 && iceServers[0]?.urls.length === 1;
  });
  expect(alone.map(({ iceServers: [server] = [] }) => [server?.urls].flat()[0])).toEqual(
    (['udp', 'tcp', 'tls'] as const).map((transport) => world.turn.url(transport)),
  );
  await page.context().close();
});

test('credentials that the relay refuses are diagnosed', async ({ world }) => {
  const credentials = {
    username: `${Math.floor(Date.now() / 1000) + 600}:forged`,
    credential: 'forged-canary',
  };
  const page = await world.openPage({ credentials });
  const findings = await diagnose(page, { ...(await optionsIn(world)), iceTransportPolicy: 'relay' });
  const refused = 'bad: credentials-refused';
  expect(outcomes(findings)).toMatchObject({
    udp: 'good',
    'turn-udp': refused,
    'turn-tcp': refused,
    'turn-tls': refused,
    pairs: 'bad: no-path',
  });
  expect(JSON.stringify(findings)).not.toContain('forged-canary');
  await page.context().close();
});

test('with UDP blocked, the relay over TCP is found', async ({ world }) => {
  const options = await optionsIn(world);
  const restore = world.blockUdp();
  try {
    const page = await world.openPage();
    const findings = await diagnose(page, options);
    expect(outcomes(findings)).toMatchObject({
      udp: 'warning: udp-blocked',
      stun: 'bad: server-silent',
      'turn-udp': 'bad: server-silent',
      'turn-tcp': 'good',
      'turn-tls': 'good',
      pairs: 'good',
    });
    expect(findingOf(findings, 'pairs').text).toMatch(/through a relay, over T(CP|LS)/u);
    await page.context().close();
  } finally {
    restore();
  }
});

test('without a relay that answers or another path, the state of each candidate pair is reported', async ({
  world,
}) => {
  const options = await optionsIn(world);
  await world.turn.kill();
  try {
    const page = await world.openPage();
    const findings = await diagnose(page, options);
    const silent = 'bad: server-silent';
    expect(outcomes(findings)).toMatchObject({
      udp: 'bad: udp-blocked',
      stun: silent,
      'turn-udp': silent,
      'turn-tcp': silent,
      'turn-tls': silent,
      pairs: 'bad: no-path',
    });
    const { pairs } = findingOf(findings, 'pairs').facts ?? {};
    expect(pairs).toContainEqual(expect.objectContaining({ local: 'host udp', responsesReceived: 0 }));
    await page.context().close();
  } finally {
    await world.turn.restart();
  }
});

test('a clock by which fresh credentials have expired is diagnosed', async ({ world }) => {
  const page = await world.openPage();
  await page.evaluate((byMs) => {
    const real = Date.now;
    Date.now = () => real() + byMs;
  }, 86_400_000);
  const findings = await diagnose(page, await optionsIn(world));
  expect(findingOf(findings, 'clock')).toMatchObject({ kind: 'bad', code: 'clock-wrong' });
  await page.context().close();
});
