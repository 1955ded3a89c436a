/** @module What a device's own page sends and receives: bodies of every kind, events, WebSockets, also when its worker is stopped. */
import { createHash } from 'node:crypto';
import { expect } from '../harness/fixtures.ts';
import { frameOf, pageOf, webTest } from '../harness/web-fixtures.ts';

// It carries tens of megabytes through the tunnel.
webTest.slow();

webTest(
  "a device's page sends and receives bodies of every kind, events and WebSocket messages",
  async ({ makeDevice, openWeb }) => {
    const { site, device } = await makeDevice();
    const tab = await openWeb(device);
    const frame = await frameOf(tab);

    await pageOf(tab)
      .getByLabel('File')
      .setInputFiles({
        name: 'a.bin',
        mimeType: 'application/octet-stream',
        buffer: Buffer.alloc(300_000, 1),
      });
    await pageOf(tab).getByRole('button', { name: 'Upload' }).click();
    await expect(pageOf(tab).locator('#size')).toHaveText(/^300\d\d\d$/u);
    const uploaded = site.hits.find(({ path }) => path === '/upload');
    expect(uploaded?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/u);
    expect(uploaded?.headers.origin).toBe(`http://${uploaded?.headers.host}`);

    const large = Buffer.alloc(24 * 1024 * 1024, 'longwire');
    const sunk = await frame.evaluate(async (bytes) => {
      const unit = new TextEncoder().encode('longwire');
      const whole = new Uint8Array(bytes);
      for (let at = 0; at < bytes; at += unit.length) whole.set(unit, at);
      return await (await fetch('/sink', { method: 'PUT', body: new Blob([whole]) })).json();
    }, large.length);
    const hash = createHash('sha256').update(large).digest('hex');
    expect(sunk).toEqual({ bytes: large.length, hash, coding: 'chunked' });

    const seen = await frame.evaluate(async () => {
      const range = await fetch('/ranges', { headers: { range: 'bytes=3-7' } });
      const unchanged = await fetch('/unchanged', { headers: { 'if-none-match': '"one"' } });
      const big = await fetch('/big?bytes=30000000');
      let bytes = 0;
      await big.body?.pipeTo(
        new WritableStream({ write: (piece: Uint8Array) => void (bytes += piece.length) }),
      );
      const head = await fetch('/echo', { method: 'HEAD' });
      const events = new EventSource('/events');
      const event = await new Promise((resolve) => (events.onmessage = ({ data }) => resolve(data)));
      events.close();
      return {
        bytes,
        event,
        head: [head.status, head.headers.get('etag'), await head.text()],
        range: [range.status, await range.text()],
        unchanged: [unchanged.status, await unchanged.text()],
        missing: (await fetch('/none')).status,
        redirected: (await fetch('/moved')).url.endsWith('/second?moved=1'),
      };
    });
    expect(seen).toEqual({
      bytes: 30_000_000,
      event: 'first',
      head: [200, '"one"', ''],
      range: [206, 'defgh'],
      unchanged: [304, ''],
      missing: 404,
      redirected: true,
    });
    await expect.poll(() => site.givenUp).toContain('/events');

    const results = await frame.evaluate(async () => {
      const socket = new WebSocket('/ws', ['chat']);
      socket.binaryType = 'arraybuffer';
      const heard: unknown[] = [];
      const closed = new Promise<unknown>((resolve) => {
        socket.onclose = ({ code, reason, wasClean }) => resolve({ code, reason, wasClean });
      });
      socket.addEventListener('message', ({ data }) => {
        heard.push(typeof data === 'string' ? data : new Uint8Array(data).length);
        if (heard.length === 3) socket.send('bye');
      });
      await new Promise((resolve) => (socket.onopen = resolve));
      socket.send('grüezi');
      socket.send(new Uint8Array(100_000));
      socket.send(new Blob(['blob']));
      return { closed: await closed, heard, protocol: socket.protocol, state: socket.readyState };
    });
    expect(results).toEqual({
      closed: { code: 4001, reason: 'as you say', wasClean: true },
      heard: ['grüezi', 100_000, 4],
      protocol: 'chat',
      state: 3,
    });

    // The browser may stop a worker at any time: running transfers continue or are repeated, and nothing hangs.
    const browser = await tab.page.context().newCDPSession(tab.page);
    await browser.send('ServiceWorker.enable');
    for (let n = 0; n < 2; n += 1) {
      await browser.send('ServiceWorker.stopAllWorkers');
      expect(await frame.evaluate(async () => (await fetch('/second')).status)).toBe(200);
    }
    await browser.send('ServiceWorker.stopAllWorkers');
    await tab.page.getByRole('button', { name: 'Load the page again' }).click();
    await frameOf(tab, 'Uploaded');
  },
);
