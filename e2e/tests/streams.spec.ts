/** @module Byte streams from a page through the device to a TCP server, framed and in the format of deployed peers. */
import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Device } from '../harness/device.ts';
import { expect, test } from '../harness/fixtures.ts';
import { STREAM_DEVICE } from '../harness/paths.ts';
import { rendererPids } from '../harness/renderers.ts';
import { growthsDuring } from '../harness/resident-memory.ts';
import { BLOCK_BYTES, TcpService } from '../harness/tcp-service.ts';
import { optionsFor, TestClient } from '../harness/test-client.ts';
import {
  askAndStop,
  converse,
  download,
  echo,
  openWhileBusy,
  upload,
  type StreamOutcome,
} from '../pages/stream-steps.ts';

const MEGABYTE = 1024 * 1024;
const [WEB, SSH, FILES, SHELL] = [80, 22, 21, 23];

/** How much a framed stream transfers each way, in megabytes: more than a page may grow; `npm run soak` transfers more. */
const TRANSFER_MEGABYTES = Number(process.env['LONGWIRE_TRANSFER_MEGABYTES'] ?? 160);

/** How much the device may grow during a stream, in megabytes: its queues take a few megabytes, the rest is garbage that V8 collects late. */
const MAX_GROWTH_MEGABYTES = 96;

/** The same for the page, whose V8 collects later; less than goes through it in one direction. */
const MAX_PAGE_GROWTH_MEGABYTES = 144;

/** Connects a client with either format. */
type Join = (options?: { readonly isFramed?: boolean; readonly isAdmin?: boolean }) => Promise<TestClient>;

const streamTest = test.extend<{
  readonly tcp: TcpService;
  readonly files: string;
  readonly target: Device;
  readonly join: Join;
}>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern
  tcp: async ({}, use) => {
    const tcp = await TcpService.start();
    await use(tcp);
    await tcp.stop();
  },
  // oxlint-disable-next-line no-empty-pattern -- as above
  files: async ({}, use) => {
    using files = mkdtempDisposableSync(join(tmpdir(), 'longwire-e2e-files-'));
    await use(files.path);
  },
  target: async ({ shared, start, tcp, files }, use) => {
    const args = ['--tcp-port', String(tcp.port), '--files', files];
    const target = await start.device(shared.service, 'longwire', { main: STREAM_DEVICE, args });
    await use(target);
    expect(target.child.isRunning).toBe(true);
  },
  join: async ({ openPage, shared, start, target }, use) => {
    const proxy = await start.proxy({
      upstream: shared.service.webSocketUrl,
      rewrite: ({ message }) => ({ ...message, ...withoutFeatures(message.metadata) }),
    });
    await use(async ({ isFramed = true, isAdmin = true } = {}) => {
      const url = isFramed ? shared.service.webSocketUrl : proxy.url;
      const client = await TestClient.create(await openPage(), optionsFor(target, url));
      await client.connect();
      if (isAdmin) await client.logInAsAdmin(target);
      return client;
    });
  },
});

/** The handshake as a device without extensions would have answered it. */
function withoutFeatures(metadata: unknown): { readonly metadata?: unknown } {
  if (typeof metadata !== 'object' || metadata === null) return {};
  return { metadata: { ...metadata, features: undefined, featuresTaken: undefined } };
}

async function talk(
  client: TestClient,
  port: number,
  line: string,
  endsFirst = false,
): Promise<StreamOutcome> {
  return await client.page.evaluate(converse, { port, line, endsFirst });
}

for (const isFramed of [true, false]) {
  const way = isFramed ? 'stream/1' : 'the plain way';

  streamTest(`${way}: bytes go both ways and come back unchanged`, async ({ join: connect }) => {
    const client = await connect({ isFramed });
    expect(await client.page.evaluate(echo, { port: WEB, bytes: 3_000_000 })).toBe(3_000_000);
  });

  streamTest(
    `${way}: a large transfer through a tunnel arrives byte for byte, with flat memory in device and page`,
    async ({ join: connect, target, tcp, browser }) => {
      test.setTimeout(300_000);
      // A plain stream transfers only enough to show that it works the same.
      const bytes = (isFramed ? TRANSFER_MEGABYTES : 160) * MEGABYTE;
      const client = await connect({ isFramed });
      const transfer = { port: WEB, bytes, blockBytes: BLOCK_BYTES };
      // One-time allocations are made before the measurement begins.
      await client.page.evaluate(download, { ...transfer, bytes: 16 * MEGABYTE });
      const pids = [target.child.pid, ...(await rendererPids(browser))];
      const [ofDevice = Number.NaN, ...ofPages] = await growthsDuring(pids, async () => {
        const down = await client.page.evaluate(download, transfer);
        expect([down.bytes, down.hash]).toEqual([bytes, tcp.sourceHashes.at(-1)]);
        const up = await client.page.evaluate(upload, transfer);
        expect(JSON.parse(up.answer)).toEqual({ bytes, hash: up.hash });
        for (const [direction, { ms }] of Object.entries({ down, up })) {
          const rate = `${(bytes / MEGABYTE / (ms / 1000)).toFixed(1)} MiB/s`;
          test.info().annotations.push({ type: `${way}, ${direction}`, description: rate });
        }
      });
      expect(ofPages).not.toEqual([]);
      const ofPage = Math.max(...ofPages);
      for (const [who, growth] of Object.entries({ device: ofDevice, page: ofPage })) {
        const description = `${growth.toFixed(1)} MiB`;
        test.info().annotations.push({ type: `${way}, growth of the ${who}`, description });
      }
      expect(ofDevice, 'growth of the device').toBeLessThan(MAX_GROWTH_MEGABYTES);
      expect(ofPage, 'growth of the page').toBeLessThan(MAX_PAGE_GROWTH_MEGABYTES);
    },
  );

  streamTest(
    `${way}: a hundred concurrent tunnels work, with requests in between`,
    async ({ join: connect, tcp }) => {
      const client = await connect({ isFramed });
      const echoes = Promise.all(
        Array.from({ length: 100 }, () => client.page.evaluate(echo, { port: WEB, bytes: 100_000 })),
      );
      expect((await client.request('GET', '/open-streams')).statusCode).toBe(205);
      expect(await echoes).toEqual(Array.from({ length: 100 }, () => 100_000));
      await expect.poll(() => tcp.sockets.size).toBe(0);
    },
  );

  streamTest(`${way}: the remote server closes the stream`, async ({ join: connect, tcp }) => {
    const client = await connect({ isFramed });
    expect(await talk(client, WEB, 'bye\n')).toMatchObject({ text: 'bye', error: undefined });
    await expect.poll(() => tcp.sockets.size).toBe(0);
  });

  streamTest(
    `${way}: a reader that stops applies back pressure, or ends with an error, and the device's memory stays small`,
    async ({ join: connect, target, tcp }) => {
      const client = await connect({ isFramed });
      const [growth = Number.NaN] = await growthsDuring([target.child.pid], async () => {
        await client.page.evaluate(askAndStop, { port: WEB, line: `source ${512 * MEGABYTE}\n` });
        if (isFramed) await expect.poll(() => [...tcp.sockets].at(-1)?.writableNeedDrain).toBe(true);
        else await expect.poll(() => tcp.ends.length, { timeout: 20_000 }).toBe(1);
        expect(tcp.sourceHashes).toEqual([]);
        expect((await client.request('GET', '/open-streams')).statusCode).toBe(205);
      });
      expect(growth).toBeLessThan(MAX_GROWTH_MEGABYTES);
    },
  );

  streamTest(
    `${way}: a forbidden stream does not open, and reports why where possible`,
    async ({ join: connect, tcp }) => {
      const stranger = await connect({ isFramed, isAdmin: false });
      const [denied, none] = [
        await talk(stranger, WEB, 'bye\n'),
        await talk(stranger, 4_294_967_295, 'bye\n'),
      ];
      expect([denied.resetCode, none.resetCode]).toEqual(isFramed ? [3, 4] : [undefined, undefined]);
      expect([denied.text, none.text, tcp.ends]).toEqual(['', '', []]);
      expect(await stranger.requestJson('GET', '/streams')).toEqual({ statusCode: 205, json: [] });
    },
  );

  streamTest(`${way}: revoking a right ends a running stream`, async ({ join: connect, target, tcp }) => {
    const admin = await connect({ isFramed });
    const { username, password } = await admin.createUser('tunneller', 'Tunneller');
    const client = await connect({ isFramed, isAdmin: false });
    await client.authenticate(username, password);
    const services = [{ port: WEB, name: 'web', service: 'tcp' }];
    expect(await client.requestJson('GET', '/streams')).toEqual({ statusCode: 205, json: services });
    await client.page.evaluate(askAndStop, { port: WEB, line: 'echo\n' });
    await expect.poll(() => tcp.sockets.size).toBe(1);
    await admin.page.evaluate(async () => await window.probe.connection.iam.setRole('tunneller', 'Guest'));
    const begin = performance.now();
    await expect.poll(() => tcp.ends, { intervals: [20] }).toEqual(['ECONNRESET']);
    expect(performance.now() - begin).toBeLessThan(1000);
    expect((await talk(client, SSH, 'echo\n')).text).toBe('');
    expect(target.child.isRunning).toBe(true);
  });
}

streamTest('stream/1: either side ends first, and the other can still send', async ({ join: connect }) => {
  const client = await connect();
  expect(await talk(client, SSH, 'answer\nwhatever', true)).toMatchObject({
    text: 'answered after your end',
    error: undefined,
  });
});

streamTest(
  'the reason why a stream failed to open is reported, however busy the page is while it opens',
  async ({ join: connect, target }) => {
    const client = await connect({ isFramed: true });
    for (const busyMs of [0, 50, 300]) {
      const outcome = await client.page.evaluate(openWhileBusy, { port: 4711, busyMs });
      expect(outcome, `busy for ${busyMs} ms`).toEqual([4, 4, 4, 4]);
    }
    const stranger = await connect({ isFramed: true, isAdmin: false });
    expect(await stranger.page.evaluate(openWhileBusy, { port: WEB, busyMs: 300 })).toEqual([3, 3, 3, 3]);
    expect(target.child.isRunning).toBe(true);
  },
);

streamTest('stream/1: the remote server resets the stream', async ({ join: connect }) => {
  const client = await connect();
  expect(await talk(client, WEB, 'reset\n')).toMatchObject({ error: 'ERR_STREAM_RESET', resetCode: 5 });
});

streamTest('a page that is left leaves no connection of its tunnels open', async ({ join: connect, tcp }) => {
  const client = await connect();
  await client.page.evaluate(askAndStop, { port: WEB, line: 'echo\n' });
  await expect.poll(() => tcp.sockets.size).toBe(1);
  await client.page.close();
  await expect.poll(() => tcp.sockets.size).toBe(0);
});

streamTest('a file is downloaded, and a shell answers', async ({ join: connect, files }) => {
  writeFileSync(join(files, 'note.txt'), 'the file');
  const client = await connect();
  expect(await talk(client, FILES, 'note.txt\n')).toMatchObject({
    text: '{"status":205,"type":"file","size":8,"name":"note.txt"}\nthe file',
  });
  expect((await talk(client, SHELL, 'echo $((6*7)); exit\n')).text).toContain('42');
});
