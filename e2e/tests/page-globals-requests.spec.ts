/** @module coapInvoke: payloads of every type, formats, answers without either, paths with a `?`, and slow handlers. */
import { expect } from '../harness/fixtures.ts';
import { forEachBrowser, forEachBrowserAndKind, pageTest as test } from '../harness/existing-page.ts';
import { PAGE_DEVICE } from '../harness/paths.ts';
import { optionsFor } from '../harness/test-client.ts';

/** What the device receives for each payload of the page. */
const BYTES = {
  string: [104, 195, 169, 32, 226, 130, 172],
  'array of numbers': [0, 127, 255],
  ArrayBuffer: [0, 127, 128, 255],
  Uint8Array: [0, 127, 128, 255],
  'part of a Uint8Array': [127, 128],
  Int8Array: [255, 1],
  Uint8ClampedArray: [255, 1],
  Uint16Array: [2, 1, 241, 240],
  DataView: [128, 255],
};

function answersWith(contentFormat: number): object {
  const answers = Object.entries(BYTES).map(([name, payload]) => [
    name,
    { statusCode: 201, contentFormat, payload },
  ]);
  return Object.fromEntries(answers);
}

forEachBrowserAndKind(() => {
  test('payloads of every type arrive with the given format', async ({ connected, device }) => {
    await connected.call('logIn', device.username, device.password);
    for (const format of [0, 42, 50, 60]) {
      expect(await connected.call('echoPayloads', format)).toEqual(answersWith(format));
    }
  });

  test('a payload without a format is sent with 0', async ({ connected, device }) => {
    await connected.call('logIn', device.username, device.password);
    expect(await connected.evaluate('echoPayloads()')).toEqual(answersWith(0));
    expect(await connected.evaluate('invoke("POST", "/echo", undefined, "text")')).toMatchObject({
      contentFormat: 0,
      payload: [116, 101, 120, 116],
    });
  });

  test('an answer without format and payload has 0 and []', async ({ connected, device }) => {
    await connected.call('logIn', device.username, device.password);
    expect(await connected.call('invoke', 'POST', '/echo')).toEqual({
      statusCode: 201,
      contentFormat: 0,
      payload: [],
    });
    const putRole = await connected.call('invoke', 'PUT', '/iam/users/unknown-user/role', 60, [0x61, 0x61]);
    expect(putRole).toEqual({ statusCode: 404, contentFormat: 0, payload: [] });
  });

  test('the query is part of the path, so that no route matches', async ({ connected, device }) => {
    await connected.call('logIn', device.username, device.password);
    expect(await connected.call('invoke', 'GET', '/talk')).toMatchObject({ statusCode: 205 });
    for (const path of ['/talk?x=1', '/talk?', '/echo/../talk?a=1&b=/2']) {
      expect([path, await connected.call('invokeText', 'GET', path)]).toEqual([
        path,
        { statusCode: 404, contentFormat: 0, text: 'Resource not found' },
      ]);
    }
  });

  test('hundreds of concurrent requests are all answered', async ({ connected, device }) => {
    await connected.call('logIn', device.username, device.password);
    const statuses = await connected.evaluate(
      'Promise.all(Array.from({ length: 300 }, () => invoke("GET", "/talk"))).then((all) => [...new Set(all.map(({ statusCode }) => statusCode))])',
    );
    expect(statuses).toEqual([205]);
  });
});

forEachBrowser(() => {
  test('a handler that takes longer than ten seconds is waited for, unless a time limit is set', async ({
    existing,
    shared,
    start,
  }) => {
    const device = await start.device(shared.service, 'longwire', { main: PAGE_DEVICE });
    const options = optionsFor(device, shared.service.webSocketUrl);
    await existing.call('setOptions', options);
    await existing.call('connect');
    await existing.call('logIn', device.username, device.password);
    expect(await existing.call('invokeText', 'GET', '/slow')).toMatchObject({
      statusCode: 205,
      text: expect.stringContaining('at last'),
    });
    await existing.call('setOptions', { ...options, requestTimeoutMs: 1_000 });
    await existing.call('closeAndConnect');
    await existing.call('logIn', device.username, device.password);
    expect(await existing.evaluate('rejection(invoke("GET", "/slow"))')).toContain('1000 ms');
  });
});
