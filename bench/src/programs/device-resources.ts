/** @module The resources of the measured device, and its streams without a destination. */
import type { Device } from '@longwire/device';
import { readToEnd, sendBytes } from './bulk-stream.ts';

/** A large request or answer, in bytes. */
export const LARGE_BYTES: number = 1024 * 1024;

/** A long stream, in bytes. */
export const STREAM_BYTES: number = 256 * 1024 * 1024;

/** The port where the device reads to the end, and the one where it sends. */
export const SINK_STREAM = 3;
export const SOURCE_STREAM = 4;

export function addResources(device: Device): void {
  const large = new Uint8Array(LARGE_BYTES);
  device.get('/reading', () => ({ celsius: 21.5 }));
  device.post('/echo', ({ payload = new Uint8Array() }) => ({ statusCode: 201, payload, contentFormat: 42 }));
  device.get('/large', () => ({ statusCode: 205, payload: large, contentFormat: 42 }));
  device.post('/large', ({ payload }) => ({ statusCode: payload?.length === LARGE_BYTES ? 204 : 400 }));
  device.addStream(SINK_STREAM, readToEnd, { name: 'BenchSink', action: 'Device:Invoke' });
  device.addStream(SOURCE_STREAM, sendBytes(STREAM_BYTES), { name: 'BenchSource', action: 'Device:Invoke' });
}
