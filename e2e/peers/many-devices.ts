/**
 * @module Several devices on the SDK in one process, each with a small picture.
 * `many-devices.ts --product P --service URL --clip FILE --device ID=DIR …`
 */
import { parseArgs } from 'node:util';
import { createDevice, openClip } from '@longwire/device';
import { deviceOptions } from '../harness/sdk-device.ts';

const { values } = parseArgs({
  options: {
    product: { type: 'string', default: '' },
    service: { type: 'string', default: '' },
    clip: { type: 'string', default: '' },
    device: { type: 'string', multiple: true, default: [] },
  },
});

const { product, service, clip } = values;
const devices = values.device.map(async (each) => {
  const [id = '', directory = ''] = each.split('=');
  const device = createDevice(await deviceOptions({ directory, product, device: id, service }));
  const { video } = await openClip(clip);
  if (video !== undefined) device.addTrack('frontdoor-video', video);
  const attached = Promise.withResolvers<undefined>();
  device.on('attached', () => attached.resolve(undefined));
  process.once('SIGTERM', () => void device.close());
  await device.start();
  await attached.promise;
});
process.setMaxListeners(devices.length + 10);
await Promise.all(devices);
console.log(`devices attached to ${service}`);
