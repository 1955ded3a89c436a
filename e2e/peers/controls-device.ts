/**
 * @module A device on the SDK, as a process of its own, with controls of every kind, some of which fail, and one as devices in the field describe it. `controls-device.ts --directory DIR --product P --device D --service URL`
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createDevice, createStderrLogger, HandlerError } from '@longwire/device';
import { DEVICE_FLAGS, deviceOptions, serve } from '../harness/sdk-device.ts';

const { values } = parseArgs({ options: DEVICE_FLAGS });
const device = createDevice({ ...(await deviceOptions(values)), logger: createStderrLogger() });

const state = { setpoint: 19.5, name: 'Shed', program: 'a', lamp: '0', fed: 0 };

device.resource('/pump', {
  title: 'Pump',
  type: 'boolean',
  get: () => false,
  put: () => {
    throw HandlerError.notAvailable('The tank is empty');
  },
});
device.resource('/gate', {
  title: 'Gate',
  type: 'boolean',
  get: () => false,
  put: () => {
    throw HandlerError.accessDenied();
  },
});
device.resource('/valve', {
  title: 'Valve',
  type: 'boolean',
  writeAction: 'Valve:Turn',
  get: () => true,
  put: () => undefined,
});
device.resource('/setpoint', {
  title: 'Set point',
  description: 'What the heating aims at.',
  type: 'number',
  unit: 'Cel',
  maximum: 30,
  get: () => state.setpoint,
  put: (setpoint) => void (state.setpoint = setpoint),
});
device.resource('/name', {
  title: 'Name on the display',
  type: 'string',
  maxLength: 20,
  get: () => state.name,
  put: (name) => void (state.name = name),
});
device.resource('/program', {
  title: 'Program',
  type: 'string',
  oneOf: ['a', 'b', 'c', 'd', 'e'].map((letter) => ({ const: letter, title: `Program ${letter}` })),
  get: () => state.program,
  put: (program) => void (state.program = program),
});
device.resource('/humidity', {
  title: 'Humidity',
  type: 'number',
  unit: '%RH',
  action: null,
  get: () => 47.25,
});
const fed = device.resource('/fed', { title: 'Portions', type: 'integer', get: () => state.fed });
device.resource('/feed', {
  title: 'Feed the cat',
  idempotent: true,
  post: () => {
    state.fed += 1;
    fed.notify();
  },
});
device.resource('/look', {
  title: 'Look',
  idempotent: true,
  post: () => {
    const image = new Uint8Array(
      readFileSync(new URL('../../apps/console/public/icon-192.png', import.meta.url)),
    );
    device.notify({ kind: 'motion', title: 'Shed', body: 'Something moves', image });
    device.notify({ title: 'Barn', body: '', image: Uint8Array.of(0xff, 0xd8, 0xff) });
  },
});
device.get('/lamp', () => state.lamp, { facts: { title: 'Lamp', if: 'core.a' } });
device.put('/lamp', (request) => void (state.lamp = request.text()));
await serve(device, values.service);
