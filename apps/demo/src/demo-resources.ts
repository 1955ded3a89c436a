/** @module The resources of the demo device. */
import type { CountingAudioSink, Device, HandlerReply } from '@longwire/device';
import { ContentFormat } from '@longwire/protocol';
import { parseHeating, type DemoRoom } from './demo-room.ts';

/** What the resources serve. */
export interface DemoFacts {
  readonly productId: string;
  readonly deviceId: string;
  readonly sink: CountingAudioSink;
  readonly room: DemoRoom;
}

/** How often observers get the temperature, in milliseconds. Reason: it moves by some hundredths of a degree in that time. */
const TEMPERATURE_MS = 2_000;

/** Registers /info, /temperature, /echo, /talk, and the room. */
export function addDemoResources(device: Device, { productId, deviceId, sink, room }: DemoFacts): void {
  const { text, json } = ContentFormat;
  device.get(
    '/info',
    () => ({
      name: 'Longwire demo device',
      productId,
      deviceId,
      uptimeSeconds: room.uptimeSeconds,
      resources: ['/info', '/temperature', '/light', '/brightness', '/heating', '/celsius', '/echo', '/talk'],
    }),
    { facts: { title: 'What this device is', ct: json } },
  );
  device.get('/temperature', () => room.temperature, {
    facts: { title: 'The temperature of the room, with its time', rt: 'temperature-c', ct: json },
  });
  addRoom(device, room);
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

/** Registers what a page shows as a switch, a slider, a list, a number and a button. */
function addRoom(device: Device, room: DemoRoom): void {
  const light = device.resource('/light', {
    title: 'Light',
    rt: 'light',
    type: 'boolean',
    get: () => room.settings.isLightOn,
    put: (isLightOn) => room.set({ isLightOn }),
  });
  const brightness = device.resource('/brightness', {
    title: 'Brightness',
    type: 'integer',
    unit: '%',
    minimum: 0,
    maximum: 100,
    multipleOf: 5,
    get: () => room.settings.brightness,
    put: (level) => room.set({ brightness: level }),
  });
  const celsius = device.resource('/celsius', {
    title: 'Temperature',
    rt: 'temperature-c',
    type: 'number',
    unit: 'Cel',
    get: () => room.temperature.celsius,
  });
  const heating = device.resource('/heating', {
    title: 'Heating',
    type: 'string',
    oneOf: [
      { const: 'comfort', title: 'Comfort' },
      { const: 'eco', title: 'Eco' },
      { const: 'off', title: 'Off' },
    ],
    get: () => room.settings.heating,
    put: (mode) => room.set({ heating: parseHeating(mode) }),
  });
  device.resource('/doorbell', {
    title: 'Ring the bell',
    post: () => device.notify({ title: 'Front door', body: 'Someone rings the bell' }),
  });
  device.resource('/restart', {
    title: 'Restart',
    description: 'Sets everything as it was at the start.',
    post: () => room.restart(),
  });
  let before = room.settings;
  room.onChange(() => {
    const now = room.settings;
    if (now.isLightOn !== before.isLightOn) light.notify();
    if (now.brightness !== before.brightness) brightness.notify();
    if (now.heating !== before.heating) heating.notify();
    before = now;
  });
  setInterval(() => celsius.notify(), TEMPERATURE_MS).unref();
}
