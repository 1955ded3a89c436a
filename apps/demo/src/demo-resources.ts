/** @module What the demo device answers. */
import { HandlerError, type CountingAudioSink, type Device, type HandlerReply } from '@longwire/device';
import { ContentFormat } from '@longwire/protocol';

/** What the resources tell about. */
export interface DemoFacts {
  readonly productId: string;
  readonly deviceId: string;
  readonly sink: CountingAudioSink;
  /** Milliseconds since the epoch. */
  readonly nowMs?: () => number;
}

/** Registers /info, /temperature, /light, /echo and /talk. */
export function addDemoResources(
  device: Device,
  { productId, deviceId, sink, nowMs = Date.now }: DemoFacts,
): void {
  const startedMs = nowMs();
  let isLightOn = false;

  const { text, json } = ContentFormat;
  device.get(
    '/info',
    () => ({
      name: 'Longwire demo device',
      productId,
      deviceId,
      uptimeSeconds: Math.floor((nowMs() - startedMs) / 1000),
      resources: ['/info', '/temperature', '/light', '/echo', '/talk'],
    }),
    { facts: { title: 'What this device is', ct: json } },
  );
  device.get(
    '/temperature',
    () => ({ celsius: temperatureAt(nowMs()), at: new Date(nowMs()).toISOString() }),
    { facts: { title: 'The temperature of the room', rt: 'temperature-c', ct: json } },
  );
  const light = device.get('/light', () => isLightOn, {
    observable: true,
    facts: { title: 'The light: true is on', rt: 'light', ct: json },
  });
  device.put('/light', (request) => {
    const value = request.json();
    if (typeof value !== 'boolean') throw HandlerError.badRequest('true or false expected');
    isLightOn = value;
    light.notify();
  });
  device.post(
    '/echo',
    ({ payload, contentFormat }): HandlerReply => ({
      statusCode: 201,
      ...(payload === undefined ? {} : { payload }),
      ...(contentFormat === undefined ? {} : { contentFormat }),
    }),
    { facts: { title: 'Answers what it is sent', ct: [text, json] } },
  );
  device.get('/talk', () => sink.counts, { facts: { title: 'What was heard of talking', ct: json } });
}

/** A pleasant room: two slow waves around 21.5 °C, never the same for long. */
export function temperatureAt(nowMs: number): number {
  const seconds = nowMs / 1000;
  const celsius = 21.5 + 1.2 * Math.sin(seconds / 37) + 0.3 * Math.sin(seconds / 5);
  return Math.round(celsius * 100) / 100;
}
