/**
 * @module The measured device, on the SDK: every user may do everything, and there is no limit on sessions.
 * `device.ts --directory DIR --product P --device D --service URL [--clip FILE] [--camera INPUT [--camera SMALLER]] [--sink PORT --source PORT]`
 */
import { parseArgs } from 'node:util';
import { createDevice, defaultIamConfig, openClip, openFfmpegSource, tcpTunnel } from '@longwire/device';
import { DEVICE_FLAGS, deviceOptions, serve } from '@longwire/e2e';
import { addResources } from './device-resources.ts';
import { reportMemory } from './memory-report.ts';

const { values } = parseArgs({
  options: {
    ...DEVICE_FLAGS,
    clip: { type: 'string' },
    camera: { type: 'string', multiple: true, default: [] },
    sink: { type: 'string' },
    source: { type: 'string' },
  },
});

/** More sessions than any part of the bench opens. */
const ROOM = 200;

const device = createDevice({
  ...(await deviceOptions(values)),
  iamConfig: { ...defaultIamConfig, unpairedRole: 'Administrator' },
  sessionLimits: { maxSessions: ROOM, maxSessionsPerToken: ROOM },
});
addResources(device);
if (values.clip !== undefined) {
  const { video } = await openClip(values.clip);
  if (video !== undefined) device.addTrack('camera', video);
}
const camera =
  values.camera.length === 0 ? undefined : openFfmpegSource({ name: 'camera', input: values.camera });
if (camera?.video !== undefined) device.addTrack('camera', camera.video);
if (camera?.audio !== undefined) device.addTrack('camera-sound', camera.audio);
const host = '127.0.0.1';
for (const [index, port] of [values.sink, values.source].entries()) {
  if (port === undefined) continue;
  const options = { name: `Bench${index}`, action: 'Device:Invoke' };
  device.addStream(index + 1, tcpTunnel({ host, port: Number(port) }), options);
}
reportMemory();
await serve(device, values.service, () => camera?.close());
