/**
 * @module WebSocket frames over HTTP/2: violations end a stream's WebSocket as they do an upgraded one, and
 * nothing else on its connection.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FRAME_CASES, FRAME_LIMIT, TRUNCATED } from '../relay/frame-violations.fixture.ts';
import { makeCertificate } from '../test-support/certificate.fixture.ts';
import { makeDirectory } from '../test-support/directory.fixture.ts';
import { GoodPair } from '../test-support/good-pair.fixture.ts';
import { ENDPOINTS } from '../test-support/endpoints.fixture.ts';
import { ConnectTunnel, Http2Agent } from '../test-support/http2-agent.fixture.ts';
import { RawSocket, upgradeLines } from '../test-support/raw-socket.fixture.ts';

let pair: GoodPair;
let agent: Http2Agent;
beforeAll(async () => {
  await using directory = await makeDirectory();
  const tls = await makeCertificate(directory.path);
  // few slots, so that a leaked one would soon be noticed
  const limits = { socketsPerAddress: 6, frameBytes: FRAME_LIMIT, attachmentFrameBytes: FRAME_LIMIT };
  pair = await GoodPair.start({ tls, limits }, (url) => {
    agent = new Http2Agent(url);
    return { agent };
  });
});
afterAll(async () => {
  agent.destroy();
  await pair[Symbol.asyncDispose]();
});

describe.each(ENDPOINTS)("a %s's stream", (_who, path, subprotocol) => {
  const open = (): Promise<RawSocket> =>
    RawSocket.upgradeOver(new ConnectTunnel(agent.session), upgradeLines(path, subprotocol));

  test.each(FRAME_CASES)('a stream reacts as RFC 6455 requires to $name', async ({ bytes, outcome }) => {
    const raw = await open();
    for (const part of bytes) raw.write(part);
    expect(await raw.outcome()).toEqual(outcome);
    await raw.end();
    expect(await pair.isServed()).toBe(true);
  });

  test.each(TRUNCATED)('a stream ends after %s and the end of the data', async (_name, bytes) => {
    const raw = await open();
    for (const part of bytes) raw.write(part);
    await raw.end('fin');
    expect(await raw.settled()).toMatchObject({ kind: 'cut' });
    expect(await pair.isServed()).toBe(true);
  });

  test.each(TRUNCATED)('a stream ends after %s and a reset', async (_name, bytes) => {
    const raw = await open();
    for (const part of bytes) raw.write(part);
    await raw.end('reset');
    expect(await pair.isServed()).toBe(true);
  });
});
