/** @module The steps to the service, each broken for real: the check names the first that fails, and a remedy. */
import { once } from 'node:events';
import { createServer as createHttp } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { createServer } from 'node:net';
import type { Verdict } from '@longwire/protocol';
import { afterEach, describe, expect, test } from 'vitest';
import { DeviceRig } from '../cli/device-rig.fixture.ts';
import { PROCESS_TIMEOUT } from '../cli/process.fixture.ts';
import { EXPIRED, NOT_YET_VALID, SELF_SIGNED, TEST_KEY } from './certificates.fixture.ts';
import { checkFiles } from './check-files.ts';
import { checkService, tlsTodo, type ServiceCheck } from './check-service.ts';
import { bads, filesOf, LocalServers } from './doctor-rig.fixture.ts';

const rig = DeviceRig.use();

const servers = new LocalServers();
afterEach(() => servers.close());

/** A name server that does not answer. */
const resolve = (): Promise<never> => Promise.withResolvers<never>().promise;

async function checkWay(url: string, more: Partial<ServiceCheck> = {}): Promise<readonly Verdict[]> {
  const { config, identity } = await checkFiles(filesOf(rig.device.directory));
  if (config === undefined) throw new Error('the device has no settings');
  return checkService({
    place: { ...config, service: url.replace('http', 'ws') },
    identity,
    running: undefined,
    timeoutMs: 30_000,
    ...more,
  });
}

describe('checkService', PROCESS_TIMEOUT, () => {
  test('passes all steps of a registered device', async () => {
    await rig.register();
    const verdicts = await checkWay(rig.service.url);
    expect(verdicts.map(({ step, kind }) => `${step} ${kind}`)).toEqual([
      'name good',
      'port good',
      'clock good',
      'http good',
      'websocket good',
      'attachment good',
    ]);
  });

  test('compares the clock with that of the service', async () => {
    const verdicts = await checkWay(rig.service.url, { nowMs: () => Date.now() + 3_600_000 });
    expect(verdicts).toContainEqual(
      expect.objectContaining({
        step: 'clock',
        // The service sends whole seconds.
        text: expect.stringMatching(/ 360\d s ahead of the service's/u),
      }),
    );
  });

  test('reports a device that is not registered', async () => {
    const verdict = (await checkWay(rig.service.url)).find(({ kind }) => kind === 'bad');
    expect(verdict).toMatchObject({
      step: 'attachment',
      text: expect.stringContaining('4006'),
      todo: expect.stringContaining(`--fingerprint ${rig.device.init.fingerprint}`),
    });
  });

  test('reports another fingerprint than the registered one', async () => {
    await rig.service.register(rig.device.deviceId, 'ab'.repeat(32));
    const verdict = (await checkWay(rig.service.url)).find(({ kind }) => kind === 'bad');
    expect(verdict).toMatchObject({
      step: 'attachment',
      text: expect.stringContaining('4002'),
      todo: expect.stringContaining(
        `longwire-signaling device rekey pr-1 ${rig.device.deviceId} --fingerprint ${rig.device.init.fingerprint}`,
      ),
    });
  });

  test('reports an unknown name', async () => {
    expect(bads(await checkWay('http://longwire.invalid:1'))).toEqual([
      expect.stringMatching(/^name: longwire\.invalid is not found/u),
    ]);
  });

  test('reports a name server that does not answer', async () => {
    expect(bads(await checkWay('http://service.example', { resolve, timeoutMs: 50 }))).toEqual([
      'name: service.example is not found (TimeoutError)',
    ]);
  });

  test('reports a closed port', async () => {
    const server = createServer();
    const port = await servers.listen(server);
    server.close();
    await once(server, 'close');
    expect(bads(await checkWay(`http://127.0.0.1:${port}`))).toEqual([
      expect.stringContaining('ECONNREFUSED'),
    ]);
  });

  test('reports a server that is no signaling service', async () => {
    const port = await servers.listen(createHttp((_, response) => response.writeHead(404).end()));
    expect(bads(await checkWay(`http://127.0.0.1:${port}`))).toEqual([
      expect.stringMatching(/^websocket: /u),
    ]);
  });

  test('reports a server without TLS', async () => {
    const port = await servers.listen(createHttp((_, response) => response.end()));
    expect(bads(await checkWay(`https://127.0.0.1:${port}`))).toEqual([expect.stringMatching(/^tls: /u)]);
  });

  test('reports a silent server', async () => {
    const port = await servers.listen(createServer());
    expect(bads(await checkWay(`http://127.0.0.1:${port}`, { timeoutMs: 1_000 }))).toEqual([
      expect.stringMatching(/^http: .*does not answer/u),
    ]);
  });

  test.each([
    ['that is self-signed', SELF_SIGNED, 'DEPTH_ZERO_SELF_SIGNED_CERT', 'NODE_EXTRA_CA_CERTS'],
    ['that has expired', EXPIRED, '', ''],
    ['that is not valid yet', NOT_YET_VALID, '', ''],
  ])('reports a certificate %s', async (_, cert, code, todo) => {
    const port = await servers.listen(createHttps({ key: TEST_KEY, cert }, (_, response) => response.end()));
    const verdict = (await checkWay(`https://localhost:${port}`)).find(({ kind }) => kind === 'bad');
    expect(verdict).toMatchObject({
      step: 'tls',
      text: expect.stringContaining(code),
      todo: expect.stringContaining(todo),
    });
  });

  test.each([
    ['CERT_NOT_YET_VALID', 'set the clock'],
    ['CERT_HAS_EXPIRED', 'renew'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'NODE_EXTRA_CA_CERTS'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'use the name'],
  ])('suggests a remedy for %s', (code, words) => expect(tlsTodo(code)).toContain(words));
});
