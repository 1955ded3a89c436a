/** @module The types of routes: each wrong use must be a compile error, which `tsc` checks. */
import type { User } from '@longwire/protocol';
import * as v from 'valibot';
import { expectTypeOf } from 'vitest';
import type { Device } from '../device.ts';
import type { CoapResponse } from './coap-response.ts';
import { HandlerError } from './handler-error.ts';
import type { ObservableResource } from './observable-resource.ts';
import type { PathParams } from './path-params.ts';

declare const device: Device;

// Parameters
device.get('/lights', ({ params }) => {
  expectTypeOf<keyof typeof params>().toBeNever();
});
expectTypeOf<PathParams<'/lights/:name'>>().toEqualTypeOf<{ readonly name: string }>();
expectTypeOf<PathParams<'/:room/lights/:name/'>>().toEqualTypeOf<{
  readonly room: string;
  readonly name: string;
}>();
expectTypeOf<PathParams<string>>().toEqualTypeOf<Readonly<Record<string, string>>>();
device.get('/lights/:name', ({ params }) => {
  expectTypeOf(params).toEqualTypeOf<{ readonly name: string }>();
  return params.name;
});
// @ts-expect-error no such parameter
device.get('/lights/:name', ({ params }) => params.nam);
// @ts-expect-error the pattern has none
device.get('/lights', ({ params }) => params.name);
declare const pattern: string;
device.get(pattern, ({ params }) => {
  expectTypeOf(params['name']).toEqualTypeOf<string | undefined>();
});

// Bodies
const Light = v.object({ isOn: v.boolean(), level: v.optional(v.pipe(v.string(), v.transform(Number))) });
device.put(
  '/lights/:name',
  ({ body, params }) => {
    expectTypeOf(body).toEqualTypeOf<{ isOn: boolean; level?: number | undefined }>();
    expectTypeOf(params.name).toEqualTypeOf<string>();
  },
  { body: Light, action: 'Light:Switch' },
);
device.post('/scenes', async ({ body }) => Promise.resolve(body.length), {
  body: v.pipeAsync(
    v.string(),
    v.checkAsync(() => Promise.resolve(true)),
  ),
});
device.put('/lights/:name', ({ body }) => {
  expectTypeOf(body).toEqualTypeOf<undefined>();
});
// @ts-expect-error the schema knows no such field
device.put('/lights/:name', ({ body }) => body.on, { body: Light });
// @ts-expect-error without a schema there is no body
device.put('/lights/:name', ({ body }) => body.isOn);
// @ts-expect-error a body has the type that the schema returns
device.put('/lights/:name', ({ body }: { readonly body: { isOn: boolean } }) => body.isOn);
// @ts-expect-error a schema is an object of a library, not a description
device.put('/lights/:name', () => undefined, { body: { isOn: 'boolean' } });
// @ts-expect-error a GET carries no body
device.get('/lights/:name', () => true, { body: Light });
// @ts-expect-error no such option
device.get('/lights/:name', () => true, { actions: 'Light:See' });

// Resources that notify
expectTypeOf(device.get('/lights', () => 5)).toEqualTypeOf<Device>();
const lights = device.get('/lights/:name', () => 5, { observable: true });
expectTypeOf(lights).toEqualTypeOf<ObservableResource<{ readonly name: string }>>();
lights.notify();
lights.notify({ name: 'gate' });
// @ts-expect-error no such parameter
lights.notify({ nam: 'gate' });
// @ts-expect-error only a GET can be observed
device.put('/lights/:name', () => undefined, { observable: true });

// Described resources
const dimmer = device.resource('/dimmer', {
  title: 'Dimmer',
  type: 'integer',
  maximum: 10,
  get: () => 5,
  put: (level) => {
    expectTypeOf(level).toEqualTypeOf<number>();
  },
});
expectTypeOf(dimmer).toEqualTypeOf<ObservableResource>();
device.resource('/name', { title: 'Name', type: 'string', get: async () => Promise.resolve('shed') });
expectTypeOf(device.resource('/ring', { title: 'Ring', post: () => undefined })).toEqualTypeOf<Device>();
// @ts-expect-error a switch has no number
device.resource('/light', { title: 'Light', type: 'boolean', get: () => 5 });
// @ts-expect-error only a number has a unit
device.resource('/light', { title: 'Light', type: 'boolean', unit: 'Cel', get: () => true });
// @ts-expect-error people need a title
device.resource('/light', { type: 'boolean', get: () => true });
// @ts-expect-error either a value or an action
device.resource('/light', { title: 'Light', type: 'boolean', get: () => true, post: () => undefined });

// Answers
interface Reading {
  readonly celsius: number;
  readonly at: Date;
  readonly note?: string;
}
declare const reading: Reading;
device.get('/nothing', () => undefined);
device.get('/text', () => 'text');
device.get('/bytes', () => new Uint8Array(4));
device.get('/reading', () => reading);
device.get('/readings', async () => Promise.resolve([reading, reading]));
device.get('/reply', () => ({ statusCode: 202, payload: 'accepted' }));
device.get('/request', (request) => request.json());
device.get('/never', () => {
  throw HandlerError.notAvailable();
});
device.post('/switch', () => {
  void reading;
});
// @ts-expect-error JSON has no big integers
device.get('/count', () => 5n);
// @ts-expect-error JSON has no maps, however deep
device.get('/rooms', () => ({ rooms: new Map([['hall', reading]]) }));
// @ts-expect-error a function is not an answer
device.get('/call', () => () => 5);
// @ts-expect-error nor is a promise of one
device.get('/later', async () => Promise.resolve({ call: () => 5 }));

// Middleware
device.use(async ({ user, method, path, params, body }, next) => {
  expectTypeOf(user).toEqualTypeOf<User | undefined>();
  expectTypeOf(method).toEqualTypeOf<'GET' | 'POST' | 'PUT' | 'DELETE'>();
  expectTypeOf(path).toEqualTypeOf<string>();
  expectTypeOf(params['name']).toEqualTypeOf<string | undefined>();
  expectTypeOf(body).toEqualTypeOf<unknown>();
  expectTypeOf(await next()).toEqualTypeOf<CoapResponse>();
});
device.use((_, next) => next());
device.use(() => ({ statusCode: 403 }));
// @ts-expect-error next must be called
device.use((_, next) => next);
// @ts-expect-error middleware answers with text or a full reply
device.use(() => 5);
