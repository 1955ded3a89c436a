/** @module The demo device: something to look at, to switch, to hear and to talk to, built with the device SDK. */
import { parseArgs } from 'node:util';
import {
  CountingAudioSink,
  createDevice,
  createStderrLogger,
  deviceDirectory,
  layeredSource,
  loadOrCreateIdentity,
  openClip,
  shell,
  tcpTunnel,
} from '@longwire/device';
import { EdgeError, stopSignal } from '@longwire/protocol';
import { startDemoPage } from './demo-page.ts';
import { addDemoResources } from './demo-resources.ts';
import { DemoRoom } from './demo-room.ts';

/** Longest time from a signal to the end of the process, in milliseconds. */
const MAX_STOP_MS = 3_000;

const { values } = parseArgs({
  options: {
    directory: { type: 'string' },
    product: { type: 'string' },
    device: { type: 'string' },
    service: { type: 'string' },
    clip: { type: 'string', default: new URL('../assets/clip.mp4', import.meta.url).pathname },
    'large-clip': { type: 'string' },
    'bind-address': { type: 'string' },
    streams: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
  },
});

/** The value of a flag. @throws EdgeError ERR_USAGE when it is missing. */
function required(name: 'directory' | 'product' | 'device' | 'service'): string {
  const value = values[name];
  if (value === undefined)
    throw new EdgeError(
      'ERR_USAGE',
      'usage: device.ts --directory DIR --product ID --device ID --service URL [--clip FILE] [--large-clip FILE] [--bind-address IP] [--streams] [--verbose]',
    );
  return value;
}

const [productId, deviceId] = [required('product'), required('device')];
// Users may copy the address of the page, which is the same as that of the socket.
const service = required('service').replace(/^http/iu, 'ws');
const files = deviceDirectory(required('directory'));
const bindAddress = values['bind-address'];

const device = createDevice({
  signalingServerUrl: service,
  productId,
  deviceId,
  identity: await loadOrCreateIdentity(files.identity),
  store: files.state,
  events: files.events,
  appName: 'longwire-demo',
  logger: createStderrLogger({ level: values.verbose ? 'debug' : 'info' }),
  ...(bindAddress === undefined ? {} : { bindAddress }),
});

const sink = new CountingAudioSink();
const clip = await openClip(values.clip);
const largeClip = values['large-clip'] === undefined ? undefined : await openClip(values['large-clip']);
const video =
  largeClip?.video === undefined || clip.video === undefined
    ? clip.video
    : layeredSource([largeClip.video, clip.video]);
if (video !== undefined) device.addTrack('frontdoor-video', video);
if (clip.audio !== undefined) device.addTrack('frontdoor-audio', clip.audio);
device.addSink('frontdoor-audio', sink);
const room = new DemoRoom();
addDemoResources(device, { productId, deviceId, sink, room });
const page = values.streams ? await startDemoPage(room) : undefined;
if (page !== undefined) {
  const { port } = page;
  device.addStream(80, tcpTunnel({ host: '127.0.0.1', port }), { name: 'web' });
  const prompt = [new URL('demo-prompt.ts', import.meta.url).pathname, '--page', `http://127.0.0.1:${port}/`];
  try {
    device.addStream(23, shell({ command: process.execPath, args: prompt }), { name: 'prompt' });
  } catch (error) {
    // Terminals need an optional package, which some machines lack.
    if (!(error instanceof EdgeError)) throw error;
    console.error(`no prompt: ${error.message}`);
  }
}
device.on('attached', () => {
  console.log(`longwire-device attached to ${service} as ${productId}/${deviceId}`);
});

const signal = stopSignal(process);
signal.addEventListener('abort', () => {
  void device.close();
  page?.close();
  // The process ends by itself once nothing is open; this is for a peer that does not close.
  setTimeout(() => process.exit(0), MAX_STOP_MS).unref();
});
try {
  await device.start({ signal });
} catch (error) {
  if (!signal.aborted) throw error;
}
