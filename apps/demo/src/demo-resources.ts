/** @module The resources of the demo device. */
import { HandlerError, type CountingAudioSink, type Device, type HandlerReply } from '@longwire/device';
import { ContentFormat } from '@longwire/protocol';
import type { DemoRoom } from './demo-room.ts';

/** What the resources serve. */
export interface DemoFacts {
  readonly productId: string;
  readonly deviceId: string;
  readonly sink: CountingAudioSink;
  readonly room: DemoRoom;
  /** Milliseconds since the epoch. */
  readonly nowMs?: () => number;
}

/** Registers /info, /temperature, /light, /echo and /talk. */
export function addDemoResources(
  device: Device,
  { productId, deviceId, sink, room, nowMs = Date.now }: DemoFacts,
): void {
  const startedMs = nowMs();
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
  device.get('/temperature', () => room.temperature, {
    facts: { title: 'The temperature of the room', rt: 'temperature-c', ct: json },
  });
  const light = device.get('/light', () => room.isLightOn, {
    observable: true,
    facts: { title: 'The light: true is on', rt: 'light', ct: json },
  });
  device.put('/light', (request) => {
    const value = request.json();
    if (typeof value !== 'boolean') throw HandlerError.badRequest('true or false expected');
    room.switchLight(value);
  });
  room.onLight(() => light.notify());
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
