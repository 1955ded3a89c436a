/** @module Observing a resource and transferring large payloads: with coap-ws/1, and as devices in the field allow. */
import { expect, test } from '../harness/fixtures.ts';
import { forEachKind } from '../harness/for-each-kind.ts';
import { HARD_PRESSED_DEVICE } from '../harness/paths.ts';
import { optionsFor, TestClient } from '../harness/test-client.ts';

const MEBIBYTE = 1024 * 1024;

forEachKind((kind) => {
  test('a resource without notifications is polled, and changes are reported', async ({
    connectClient,
    device,
  }) => {
    const client = await connectClient();
    await client.logInAsAdmin(device);
    const names = await client.page.evaluate(async () => {
      const { connection } = window.probe;
      const read: unknown[] = [];
      for await (const value of connection.observe('/iam/me', { pollMs: 50 })) {
        const user = JSON.parse(JSON.stringify(await value.cbor()));
        read.push(user.DisplayName);
        if (read.length === 2) break;
        await connection.iam.setDisplayName(user.Username, 'Door');
      }
      return read;
    });
    expect(names).toEqual([undefined, 'Door']);
  });

  test('an observation reports why it ended', async ({ connectClient }) => {
    const client = await connectClient();
    const codes = await client.page.evaluate(async () => {
      const { connection } = window.probe;
      const values = connection.observe('/p2p/webrtc-info');
      await values.next();
      const ends = [connection.observe('/no/such/resource').next(), values.next()];
      await ends[0]?.catch(() => undefined);
      await connection.close();
      const ended = await Promise.allSettled(ends);
      return ended.map((end): unknown =>
        end.status === 'rejected' ? Reflect.get(Object(end.reason), 'code') : end.status,
      );
    });
    expect(codes).toEqual(['ERR_OBSERVATION', 'ERR_CONNECTION_CLOSED']);
  });

  test('features that need coap-ws/1 work with it', async ({ connectClient, device }) => {
    const client = await connectClient();
    await client.logInAsAdmin(device);
    const outcome = await client.page.evaluate(async () =>
      window.probe.connection.request('GET', '/iam/me', { accept: 50 }).then(
        ({ statusCode }) => statusCode,
        (error: unknown) => Reflect.get(Object(error), 'code') as unknown,
      ),
    );
    expect(outcome).toBe(kind === 'longwire' ? 406 : 'ERR_REQUEST_UNSUPPORTED');
  });
});

test('the device sends changes until the observation ends', async ({ connectClient, device }) => {
  const client = await connectClient();
  await client.logInAsAdmin(device);
  const read = await client.page.evaluate(async () => {
    const { connection } = window.probe;
    const put = async (value: boolean): Promise<void> => {
      const payload = JSON.stringify(value);
      await connection.request('PUT', '/light', { payload, contentFormat: 50 });
    };
    await put(false);
    const values: unknown[] = [];
    // Polling would see it an hour later.
    for await (const value of connection.observe('/light', { pollMs: 3_600_000 })) {
      values.push(value.json());
      if (values.length === 3) break;
      await put(values.length % 2 === 1);
    }
    return values;
  });
  expect(read).toEqual([false, true, false]);
});

test('a mebibyte is transferred each way, with progress', async ({ connectClient, device }) => {
  const client = await connectClient();
  await client.logInAsAdmin(device);
  const { isSame, last, steps } = await client.page.evaluate(async (bytes) => {
    const payload = Uint8Array.from({ length: bytes }, (_, index) => index * 7 + (index >> 8));
    const progress: { readonly sentBytes: number; readonly receivedBytes: number }[] = [];
    const response = await window.probe.connection.request('POST', '/echo', {
      payload,
      onProgress: (step) => progress.push(step),
    });
    const back = response.payload ?? new Uint8Array(0);
    return {
      isSame: back.length === bytes && back.every((byte, index) => byte === payload[index]),
      last: progress.at(-1),
      steps: progress.length,
    };
  }, MEBIBYTE);
  expect(isSame).toBe(true);
  expect(last).toEqual({ sentBytes: MEBIBYTE, receivedBytes: MEBIBYTE, totalBytes: MEBIBYTE });
  expect(steps).toBeGreaterThan(8);
});

test('aborting a mebibyte in the middle, each way, sends nothing more and has no effect, and the next transfer is complete', async ({
  shared,
  start,
  openPage,
}) => {
  const device = await start.device(shared.service, 'longwire', { main: HARD_PRESSED_DEVICE });
  const options = optionsFor(device, shared.service.webSocketUrl);
  const client = await TestClient.create(await openPage(), options);
  await client.connect();
  await client.logInAsAdmin(device);
  const seen = await client.page.evaluate(async (bytes) => {
    const { connection } = window.probe;
    const { sentRequests } = window.instruments;
    const payload = new Uint8Array(bytes).fill(7);
    /** Aborts a request after this much was transferred. Returns its result, and how many messages it sent. */
    const giveUp = async (path: string, isDue: (sentBytes: number, receivedBytes: number) => boolean) => {
      const abort = new AbortController();
      let messages = 0;
      const code: unknown = await connection
        .request('POST', path, {
          payload,
          signal: abort.signal,
          onProgress: ({ sentBytes, receivedBytes }) => {
            if (!isDue(sentBytes, receivedBytes)) return;
            abort.abort();
            messages = sentRequests.length;
          },
        })
        .then(
          ({ statusCode }) => statusCode,
          (error: unknown) => Reflect.get(Object(error), 'code') as unknown,
        );
      // Answered after everything that was sent to the device before.
      const stored = (await connection.request('GET', '/stored')).json();
      return { code, stored, messagesAfter: sentRequests.length - messages };
    };
    const up = await giveUp('/stored', (sentBytes) => sentBytes > 0 && sentBytes < bytes);
    const down = await giveUp('/echo', (_sentBytes, receivedBytes) => receivedBytes > 0);
    const whole = await connection.request('POST', '/stored', { payload });
    const stored = (await connection.request('GET', '/stored')).json();
    const back = await connection.request('POST', '/echo', { payload });
    return { up, down, status: whole.statusCode, stored, backBytes: back.payload?.length };
  }, MEBIBYTE);
  // The checking request is the only message after each.
  const givenUp = { code: 'ERR_ABORTED', stored: 0, messagesAfter: 1 };
  expect(seen).toEqual({
    up: givenUp,
    down: givenUp,
    status: 201,
    stored: MEBIBYTE,
    backBytes: MEBIBYTE,
  });
  expect(await client.state()).toBe('connected');
});
