/** @module Requests and answers in every content format, concurrent ones, and failures. */
import { decodeCbor, encodeCbor } from '@longwire/protocol/cbor';
import { expect, test } from '../harness/fixtures.ts';
import { forEachKind } from '../harness/for-each-kind.ts';

const BYTES = Uint8Array.from({ length: 256 }, (_, index) => index);

const FORMATS: readonly { readonly name: string; readonly code: number; readonly payload: Uint8Array }[] = [
  { name: 'text', code: 0, payload: Buffer.from('grüezi, 世界 🚪') },
  { name: 'link format', code: 40, payload: Buffer.from('</light>;rt="switch",</temperature>;obs') },
  { name: 'XML', code: 41, payload: Buffer.from('<door open="false"/>') },
  { name: 'octet stream', code: 42, payload: BYTES },
  { name: 'JSON', code: 50, payload: Buffer.from('{"open":false,"since":[1,2,3]}') },
  {
    name: 'CBOR',
    code: 60,
    payload: encodeCbor({ open: false, since: [1, 2, 3], picture: Uint8Array.of(0, 255) }),
  },
];

forEachKind((kind) => {
  for (const { name, code, payload } of FORMATS) {
    test(`request and answer in ${name}`, async ({ connectClient, device }) => {
      const client = await connectClient();
      await client.logInAsAdmin(device);
      const answer = await client.request('POST', '/echo', { payload, contentFormat: code });
      expect(answer).toEqual({ statusCode: 201, contentFormat: code, payload: [...payload] });
    });
  }

  test('a response can be read as text, JSON and CBOR', async ({ connectClient, device }) => {
    const client = await connectClient();
    await client.logInAsAdmin(device);
    const read = await client.page.evaluate(async () => {
      const { connection } = window.probe;
      const json = new TextEncoder().encode('{"open":false}');
      const cbor = Uint8Array.of(0xa1, 0x61, 0x6e, 0x18, 0x2a);
      const asJson = await connection.request('POST', '/echo', { payload: json, contentFormat: 50 });
      const asCbor = await connection.request('POST', '/echo', { payload: cbor, contentFormat: 60 });
      return {
        text: asJson.text(),
        json: asJson.json(),
        cbor: JSON.stringify(await asCbor.cbor()),
      };
    });
    expect(read).toEqual({ text: '{"open":false}', json: { open: false }, cbor: '{"n":42}' });
  });

  test('an answer without a payload has neither payload nor format', async ({ connectClient, device }) => {
    const client = await connectClient();
    await client.logInAsAdmin(device);
    const answer = await client.request('POST', '/echo');
    expect(answer).toMatchObject({ contentFormat: undefined, payload: undefined });
  });

  test('three hundred concurrent requests each get their own answer', async ({ connectClient, device }) => {
    const client = await connectClient();
    await client.logInAsAdmin(device);
    const answers = await client.page.evaluate(() =>
      Promise.all(
        Array.from({ length: 300 }, async (_, number) => {
          const payload = new TextEncoder().encode(String(number));
          const answer = await window.probe.connection.request('POST', '/echo', {
            payload,
            contentFormat: 0,
          });
          return `${answer.statusCode} ${answer.text()}`;
        }),
      ),
    );
    expect(answers).toEqual(Array.from({ length: 300 }, (_, number) => `201 ${number}`));
  });

  test('on the wire, three hundred concurrent requests in JSON are all answered', async ({
    connectClient,
  }) => {
    const client = await connectClient();
    const statuses = await client.page.evaluate(async () => {
      const channel = window.probe.connection.createDataChannel('nabto-coap');
      await new Promise((resolve) => channel.addEventListener('open', resolve));
      const received: string[] = [];
      const all = new Promise<void>((resolve) =>
        channel.addEventListener('message', ({ data }) => {
          received.push(String(data));
          if (received.length === 300) resolve();
        }),
      );
      for (let number = 0; number < 300; number += 1)
        channel.send(`{"type":0,"requestId":"${number}","method":"GET","path":"/iam/me"}`);
      await all;
      return received.map((text) => /"requestId":"\d+","statusCode":404/u.exec(text)?.[0]);
    });
    expect(new Set(statuses)).toEqual(
      new Set(Array.from({ length: 300 }, (_, number) => `"requestId":"${number}","statusCode":404`)),
    );
  });

  test('an error of the device is an answer with its text', async ({ connectClient }) => {
    const client = await connectClient();
    const answer = await client.request('GET', '/no/such/resource');
    expect(answer.statusCode).toBe(404);
    expect(Buffer.from(answer.payload ?? []).toString('utf8')).toBe('Resource not found');
    expect((await client.request('DELETE', '/iam/me')).statusCode).toBe(404);
    expect((await client.request('GET', '/iam/me')).statusCode).toBe(404);
  });

  test('on the wire, answers have the keys, the order and the silence of devices in the field', async ({
    connectClient,
  }) => {
    const client = await connectClient();
    const answers = await client.page.evaluate(async () => {
      const channel = window.probe.connection.createDataChannel('nabto-coap');
      const received: string[] = [];
      const last = new Promise<void>((resolve) =>
        channel.addEventListener('message', ({ data }) => {
          received.push(String(data));
          if (String(data).includes('"last"')) resolve();
        }),
      );
      await new Promise((resolve) => channel.addEventListener('open', resolve));
      channel.send('not JSON');
      channel.send('{"type":7,"requestId":"a","method":"GET","path":"/iam/me"}');
      channel.send('{"type":0,"requestId":"b","method":"BREW","path":"/iam/me"}');
      channel.send('{"type":0,"requestId":"last","method":"GET","path":"/iam/me"}');
      await last;
      return received;
    });
    const words = JSON.stringify([...Buffer.from('Not paired')]);
    const refusal =
      kind === 'deployed'
        ? '{"error":"Invalid method","requestId":"b","type":1}'
        : `{"contentType":0,"error":"Invalid method","payload":${JSON.stringify([...Buffer.from('Invalid method')])},"requestId":"b","statusCode":405,"type":1}`;
    expect(answers).toEqual([
      refusal,
      `{"contentType":0,"payload":${words},"requestId":"last","statusCode":404,"type":1}`,
    ]);
  });
});

// The oracles, which close the connection after the test, ask what became of them.
test('requests that are open when a test ends settle once, and are run and answered at most once', async ({
  connectClient,
  device,
}) => {
  const client = await connectClient();
  await client.logInAsAdmin(device);
  await client.page.evaluate((path) => {
    for (let request = 0; request < 100; request += 1) {
      void window.probe.request({ method: 'POST', path: '/echo' });
      void window.probe.request({ method: 'PUT', path, payload: [0x61, 0x78], contentFormat: 60 });
    }
  }, `/iam/users/${device.username}/display-name`);
});

for (const label of ['coap', 'nabto-coap'])
  test(`three hundred concurrent slow changes on ${label} are all made, in order`, async ({
    connectClient,
    device,
  }) => {
    const client = await connectClient();
    await client.logInAsAdmin(device);
    const path = `/iam/users/${device.username}/display-name`;
    const payloads = Array.from({ length: 300 }, (_, number) => [...encodeCbor(String(number))]);
    const statuses = await client.page.evaluate(
      async ({ path, label, payloads }) => {
        const { connection } = window.probe;
        if (label === 'coap')
          return await Promise.all(
            payloads.map(async (bytes) => {
              const request = { payload: Uint8Array.from(bytes), contentFormat: 60, timeoutMs: 30_000 };
              return (await connection.request('PUT', path, request)).statusCode;
            }),
          );
        const channel = connection.createDataChannel(label);
        await new Promise((resolve) => channel.addEventListener('open', resolve));
        const received: number[] = [];
        const all = new Promise<void>((resolve) =>
          channel.addEventListener('message', ({ data }) => {
            received.push(Number(/"statusCode":(\d+)/u.exec(String(data))?.[1]));
            if (received.length === payloads.length) resolve();
          }),
        );
        const head = { type: 0, method: 'PUT', path, contentType: 60 };
        for (const [number, data] of payloads.entries())
          channel.send(
            JSON.stringify({ ...head, requestId: String(number), payload: { type: 'Buffer', data } }),
          );
        await all;
        return received;
      },
      { path, label, payloads },
    );
    expect(statuses).toEqual(Array.from({ length: 300 }, () => 204));
    const user = await client.request('GET', `/iam/users/${device.username}`);
    expect(decodeCbor(Uint8Array.from(user.payload ?? []))).toMatchObject({ DisplayName: '299' });
  });

test('the demo device has resources to read and to switch', async ({ connectClient, device }) => {
  const client = await connectClient();
  await client.logInAsAdmin(device);
  const { deviceId } = device;
  const get = async (path: string): Promise<unknown> => (await client.requestJson('GET', path)).json;
  const light = async (value: string): Promise<number> =>
    (await client.request('PUT', '/light', { payload: Buffer.from(value), contentFormat: 50 })).statusCode;
  expect(await get('/info')).toMatchObject({ deviceId, uptimeSeconds: expect.any(Number) });
  const celsius = async (): Promise<string | undefined> =>
    /"celsius":[\d.]+/u.exec(JSON.stringify(await get('/temperature')))?.[0];
  const before = await celsius();
  expect(before).toBeDefined();
  await expect.poll(celsius).not.toBe(before);
  for (const isOn of [true, false]) {
    expect(await light(String(isOn))).toBe(204);
    expect(await get('/light')).toBe(isOn);
  }
  expect(await light('"on"')).toBe(400);
  expect(await get('/light')).toBe(false);
});

test.describe('deployed device, requests that have no answer:', () => {
  test.use({ kind: 'deployed' });

  test('a message that is too large for the device is refused by the client, and the connection continues', async ({
    connectClient,
  }) => {
    const client = await connectClient();
    const payload = new Uint8Array(300_000).fill(200);
    await expect(client.request('POST', '/echo', { payload, contentFormat: 42 })).rejects.toMatchObject({
      code: 'ERR_MESSAGE_TOO_LARGE',
    });
    expect((await client.request('GET', '/p2p/webrtc-info')).statusCode).toBe(205);
  });

  test('a request that is never answered ends with its time limit', async ({ connectClient }) => {
    const client = await connectClient();
    await expect(client.request('GET', '/never', { timeoutMs: 300 })).rejects.toMatchObject({
      code: 'ERR_REQUEST_TIMEOUT',
    });
  });

  test('a request that is open when the connection closes is rejected', async ({ connectClient }) => {
    const client = await connectClient();
    const open = client.request('GET', '/never');
    const rejected = expect(open).rejects.toMatchObject({ code: 'ERR_CONNECTION_CLOSED' });
    await client.close();
    await rejected;
  });
});
