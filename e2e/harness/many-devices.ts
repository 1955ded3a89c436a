/** @module Several devices at once, light enough for one machine: one process, small pictures. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Child } from './child.ts';
import { initLongwire, type Device } from './device.ts';
import { MANY_DEVICES } from './paths.ts';
import { PRODUCT_ID, type Service } from './service.ts';

const run = promisify(execFile);

/** ffmpeg's options for a picture that costs almost nothing to decode. */
const CLIP =
  '-v error -nostdin -f lavfi -i testsrc2=size=160x90:rate=8:duration=4 -pix_fmt yuv420p -c:v libx264 -preset veryfast -profile:v baseline -g 8'.split(
    ' ',
  );

/** What a client needs to know of one of them. */
export type OneOfMany = Omit<Device, 'child' | 'startAgain'>;

/** Devices, of which all but the last run. */
export interface ManyDevices {
  readonly devices: readonly OneOfMany[];
  readonly child: Child;
}

/** Sets up and registers `count` devices, and starts all but one. */
export async function startManyDevices(service: Service, count: number): Promise<ManyDevices> {
  const clip = join(service.directory, 'small.mp4');
  await run('ffmpeg', ['-y', ...CLIP, clip]);
  const key = await service.addKey('many', 'manager');
  const ids = Array.from({ length: count }, (_, index) => `de-many-${index + 1}`);
  const devices: OneOfMany[] = [];
  // One after the other: each is a process, and the machine may have two cores.
  for (const deviceId of ids) {
    const { fingerprint, password, sct } = await initLongwire(service, deviceId, MANY_DEVICES);
    const added = await fetch(`${service.url}/api/v1/products/${PRODUCT_ID}/devices`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ deviceId, fingerprint }),
    });
    if (!added.ok) throw new Error(`cannot add device: status ${added.status}: ${await added.text()}`);
    devices.push({
      kind: 'longwire',
      productId: PRODUCT_ID,
      deviceId,
      fingerprint,
      sct,
      username: 'admin',
      password,
    });
  }
  // A running device announces its own token; the one that does not run needs a token of the service.
  const dead = devices.pop();
  if (dead !== undefined) devices.push({ ...dead, sct: await service.addToken(dead.deviceId) });
  const running = ids.slice(0, -1).flatMap((id) => ['--device', `${id}=${join(service.directory, id)}`]);
  const place = ['--product', PRODUCT_ID, '--service', service.webSocketUrl, '--clip', clip];
  const child = new Child('many devices', [MANY_DEVICES, ...place, ...running]);
  await child.nextLine(/^devices attached to /u);
  return { devices, child };
}
