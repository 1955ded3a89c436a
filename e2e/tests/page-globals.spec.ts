/** @module A page that uses only what pages in the field use: `window.EdgeWebrtc` and `window.nabtoModuleUtil`. */
import { expect, test } from '../harness/fixtures.ts';
import { forEachKind } from '../harness/for-each-kind.ts';

interface EdgeResponse {
  readonly statusCode: number;
  readonly contentFormat?: number;
  readonly payload?: number[];
}

/** The methods that pages call. */
interface EdgeConnection {
  setConnectionOptions(options: Readonly<Record<string, string>>): void;
  onClosed(callback: (error?: Error) => void): void;
  onTrack(callback: (event: RTCTrackEvent, trackId?: string) => void): void;
  connect(): Promise<void>;
  close(): Promise<void>;
  coapInvoke(method: string, path: string, contentFormat?: number, payload?: number[]): Promise<EdgeResponse>;
  passwordAuthenticate(username: string, password: string): Promise<void>;
  validateFingerprint(fingerprint: string): Promise<boolean>;
  addTrack(track: MediaStreamTrack, trackId: string): unknown;
  createDatachannel(label: string): RTCDataChannel;
}

interface EdgeIamUtil {
  createUser(connection: EdgeConnection, username: string, role: string): Promise<object>;
  listIamRoles(connection: EdgeConnection): Promise<string[]>;
  getMe(connection: EdgeConnection): Promise<{ readonly Username: string }>;
}

declare global {
  interface Window {
    EdgeWebrtc: {
      createEdgeWebrtcConnection(): EdgeConnection;
      createEdgeWebrtcIamUtil(): EdgeIamUtil;
    };
    nabtoModuleUtil: { decodeCborPayload(bytes: Uint8Array): unknown };
    edge: EdgeConnection;
    edgeClosed: number;
    edgeTracks: string[];
  }
}

forEachKind((kind) => {
  test('connects to its own origin, proves the device, logs in, asks, shows video and closes', async ({
    device,
    openPage,
    shared,
  }) => {
    const page = await openPage(`${shared.service.url}/globals.html`);
    const before = await page.evaluate(async () => {
      window.edge = window.EdgeWebrtc.createEdgeWebrtcConnection();
      window.edgeClosed = 0;
      window.edgeTracks = [];
      const { edge } = window;
      const calls = [edge.connect(), edge.close(), edge.coapInvoke('GET', '/iam/me')];
      const results = await Promise.allSettled(calls);
      return results.map((result) => (result.status === 'rejected' ? result.reason.message : 'no error'));
    });
    expect(before).toEqual(['Missing connection options', 'Invalid state', 'Not Connected']);

    const facts = await page.evaluate(
      async ({ productId, deviceId, sct, fingerprint, username, password }) => {
        const { edge } = window;
        edge.setConnectionOptions({ productId, deviceId, sct });
        edge.onClosed(() => {
          window.edgeClosed += 1;
        });
        edge.onTrack((_, trackId = 'no name') => window.edgeTracks.push(trackId));
        await edge.connect();
        const right = await edge.validateFingerprint(fingerprint);
        const wrong = await edge.validateFingerprint('00'.repeat(32));
        const login = await edge
          .passwordAuthenticate(username, 'wrong')
          .catch((error: Error) => error.message);
        await edge.passwordAuthenticate(username, password);
        const echo = await edge.coapInvoke('POST', '/echo', 42, [0, 127, 255]);
        const me = await edge.coapInvoke('GET', '/iam/me');
        const decoded = window.nabtoModuleUtil.decodeCborPayload(Uint8Array.from(me.payload ?? []));
        return { right, wrong, login, echo, me: JSON.stringify(decoded) };
      },
      knowledgeOf(device),
    );
    expect(facts).toMatchObject({
      right: true,
      wrong: false,
      login: 'Invalid username/password',
      echo: { contentFormat: 42, payload: [0, 127, 255] },
    });
    expect(JSON.parse(facts.me)).toMatchObject({ Username: 'admin', Role: 'Administrator' });

    const username = `edge-${kind}-${Date.now()}`;
    const iam = await page.evaluate(async (name) => {
      const { edge, EdgeWebrtc } = window;
      const util = EdgeWebrtc.createEdgeWebrtcIamUtil();
      const roles = await util.listIamRoles(edge).catch((error: Error) => error.message);
      const { Username } = await util.getMe(edge);
      return { user: await util.createUser(edge, name, 'Standard'), roles, Username };
    }, username);
    expect(iam.user).toMatchObject({ Username: username });
    expect(iam.Username).toBe('admin');
    expect(iam.roles).toEqual(
      kind === 'longwire'
        ? expect.arrayContaining(['Standard'])
        : expect.stringContaining('Failed to get IAM roles'),
    );

    await page.evaluate(async () => {
      const text = new TextEncoder().encode('{"tracks":["frontdoor-video"]}');
      await window.edge.coapInvoke('POST', '/webrtc/tracks', 50, Array.from(text));
      const [track] = (await navigator.mediaDevices.getUserMedia({ audio: true })).getAudioTracks();
      if (track !== undefined) window.edge.addTrack(track, 'frontdoor-audio');
      const { label } = window.edge.createDatachannel('mine');
      if (label !== 'mine') throw new Error('another label');
    });
    await expect.poll(async () => await page.evaluate(() => window.edgeTracks)).toContain('frontdoor-video');

    await page.evaluate(async () => await window.edge.close());
    expect(await page.evaluate(() => window.edgeClosed)).toBe(1);
    await page.evaluate(async () => await window.edge.connect());
    await page.evaluate(async () => await window.edge.close());
    expect(await page.evaluate(() => window.edgeClosed)).toBe(2);
  });
});

function knowledgeOf({ productId, deviceId, sct, fingerprint, username, password }: Knowledge): Knowledge {
  return { productId, deviceId, sct, fingerprint, username, password };
}

interface Knowledge {
  readonly productId: string;
  readonly deviceId: string;
  readonly sct: string;
  readonly fingerprint: string;
  readonly username: string;
  readonly password: string;
}
