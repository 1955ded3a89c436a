/** @module A viewer over a narrow line: our session with a camera, and a plain call between two browsers as the reference. */
import { createSession, type ConnectionOptions, type Session } from '@longwire/client';
import { LineWatch, type LineReport } from './line-watch.ts';

declare global {
  interface Window {
    /** Takes an offer with all candidates to the calling browser. Returns its answer. */
    answerCall(sdp: string): Promise<string>;
  }
}

/** Longer than any pause of a line that is measured, in milliseconds. */
const ANSWER_MS = 30_000;
/** Interval between requests until one is answered, in milliseconds. */
const KNOCK_MS = 200;

/** The newest connection of a session. */
class WatchedPeer extends RTCPeerConnection {
  static newest: WatchedPeer | undefined;

  constructor(configuration?: RTCConfiguration) {
    super(configuration);
    WatchedPeer.newest = this;
  }
}

/** One viewer. */
interface Viewer {
  readonly watch: LineWatch;
  readonly ask: (timeoutMs: number) => Promise<unknown>;
  readonly end: () => Promise<void>;
}

/** By the name that a measurement gave them. */
const viewers = new Map<string, Viewer>();

function viewer(name: string): Viewer {
  const found = viewers.get(name);
  if (found === undefined) throw new Error(`no viewer ${name}`);
  return found;
}

/** Watches a device's camera and listens to it. Resolves with the first picture. */
export async function watchCamera(name: string, options: ConnectionOptions): Promise<void> {
  const { sct = '', ...rest } = options;
  const session: Session = createSession({ ...rest, sct, RTCPeerConnection: WatchedPeer });
  await session.ready();
  const ask = async (timeoutMs: number): Promise<unknown> =>
    await session.request('GET', '/reading', { timeoutMs });
  const watch = new LineWatch({
    peer: () => WatchedPeer.newest,
    ask: async () => await ask(ANSWER_MS),
  });
  watch.video.srcObject = session.tracks.watch('camera').stream;
  watch.audio.srcObject = session.tracks.watch('camera-sound').stream;
  const end = async (): Promise<void> => {
    watch.stop();
    await session.end();
  };
  viewers.set(name, { watch, ask, end });
  await watch.pictureAfter(0);
}

/** Sends messages on a channel; the other side sends each back. */
function asker(channel: RTCDataChannel): (timeoutMs: number) => Promise<void> {
  let asked = 0;
  return async (timeoutMs) => {
    asked += 1;
    const text = String(asked);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const listening = new AbortController();
    const heard = ({ data }: MessageEvent): void => void (data === text && resolve());
    channel.addEventListener('message', heard, { signal: listening.signal });
    const timer = setTimeout(() => reject(new Error('no answer')), timeoutMs);
    try {
      channel.send(text);
      await promise;
    } finally {
      clearTimeout(timer);
      listening.abort();
    }
  };
}

async function negotiate(peer: RTCPeerConnection): Promise<void> {
  await peer.setLocalDescription();
  const isGathered = (): boolean => peer.iceGatheringState === 'complete';
  while (!isGathered()) {
    await new Promise((resolve) => peer.addEventListener('icegatheringstatechange', resolve, { once: true }));
  }
  const sdp = await window.answerCall(peer.localDescription?.sdp ?? '');
  await peer.setRemoteDescription({ type: 'answer', sdp });
}

/** Calls the other browser, and shows and plays what it sends. Resolves with the first picture. */
export async function watchCall(name: string): Promise<void> {
  const peer = new RTCPeerConnection();
  const channel = peer.createDataChannel('requests');
  const ask = asker(channel);
  const opened = new Promise((resolve) => channel.addEventListener('open', resolve, { once: true }));
  for (const kind of ['video', 'audio']) peer.addTransceiver(kind, { direction: 'recvonly' });
  const watch = new LineWatch({ peer: () => peer, ask: async () => await ask(ANSWER_MS) });
  peer.addEventListener('track', ({ track }) => {
    const element = track.kind === 'video' ? watch.video : watch.audio;
    element.srcObject = new MediaStream([track]);
  });
  // A call that has failed is taken up again by an ICE restart.
  peer.addEventListener('connectionstatechange', () => {
    if (peer.connectionState !== 'failed') return;
    peer.restartIce();
    void negotiate(peer);
  });
  await negotiate(peer);
  await opened;
  const end = async (): Promise<void> => {
    watch.stop();
    peer.close();
    await Promise.resolve();
  };
  viewers.set(name, { watch, ask, end });
  await watch.pictureAfter(0);
}

/** The page's clock, for {@link lineReport}. */
export function pageMs(): number {
  return performance.now();
}

export function lineReport(name: string, fromMs: number, toMs: number): LineReport {
  return viewer(name).watch.report(fromMs, toMs);
}

/** Milliseconds from a moment until the stream was whole again; `Infinity` if it was not yet. */
export function wholeAgainAfterMs(name: string, fromMs: number, usual: LineReport): number {
  return viewer(name).watch.wholeAgainMs(fromMs, usual) - fromMs;
}

/** Milliseconds from now until a request sent from now on is answered; `Infinity` after `limitMs`. */
export async function answeredAfterMs(name: string, limitMs: number): Promise<number> {
  const { ask } = viewer(name);
  const started = performance.now();
  const { promise: answered, resolve } = Promise.withResolvers<number>();
  const knock = (): void =>
    void ask(limitMs).then(
      () => resolve(performance.now() - started),
      () => undefined,
    );
  knock();
  const timer = setInterval(knock, KNOCK_MS);
  const limit = setTimeout(() => resolve(Number.POSITIVE_INFINITY), limitMs);
  const afterMs = await answered;
  clearInterval(timer);
  clearTimeout(limit);
  return afterMs;
}

/** Milliseconds from a moment to the first picture after it; `Infinity` after `limitMs`. */
export async function pictureAfterMs(name: string, fromMs: number, limitMs: number): Promise<number> {
  const { watch } = viewer(name);
  const limit = new Promise<number>((resolve) =>
    setTimeout(() => resolve(Number.POSITIVE_INFINITY), fromMs + limitMs - performance.now()),
  );
  return (await Promise.race([watch.pictureAfter(fromMs), limit])) - fromMs;
}

export async function endViewer(name: string): Promise<void> {
  await viewer(name).end();
  viewers.delete(name);
}
