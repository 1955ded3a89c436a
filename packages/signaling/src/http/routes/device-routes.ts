/** @module Routes of a product's devices. */
import { Type, type Static } from 'typebox';
import type { StoredDevice } from '../../ports/devices.ts';
import type { LiveDirectory } from '@longwire/cluster';
import { isSameKey, type DeviceKey } from '@longwire/protocol';
import { ApiError } from '../api-error.ts';
import { API_PREFIX, type Api, type ApiPorts } from '../api.ts';
import {
  answers,
  Id,
  Nothing,
  nullable,
  pageOf,
  PageQuery,
  rowsToAsk,
  STRICT,
  Time,
  toPage,
  toTime,
  toTimeOrNull,
} from '../schema/common.ts';
import { requireProduct } from './require-product.ts';

const Fingerprint = Type.String({
  minLength: 64,
  maxLength: 95,
  description: 'SHA-256 of the public key, hex, colons allowed',
});
const DeviceName = Type.String({ minLength: 1, maxLength: 64 });
const base = {
  productId: Type.String(),
  deviceId: Type.String(),
  fingerprint: Type.String(),
  name: nullable(Type.String()),
  isEnabled: Type.Boolean(),
  createdAt: Time,
  seenAt: nullable(Time),
};
const Device = Type.Object(base);
const DeviceNow = Type.Object({
  ...base,
  live: Type.Object(
    {
      state: Type.Unsafe<'attached' | 'detached' | 'unknown'>({
        type: 'string',
        enum: ['attached', 'detached', 'unknown'],
      }),
      since: nullable(Time),
      node: nullable(Type.String()),
    },
    { description: '`unknown` when not every node responded' },
  ),
});
const NewDevice = Type.Object(
  { deviceId: Id, fingerprint: Fingerprint, name: Type.Optional(DeviceName) },
  STRICT,
);
const Change = Type.Object(
  {
    name: Type.Optional(nullable(DeviceName)),
    fingerprint: Type.Optional(Fingerprint),
    isEnabled: Type.Optional(Type.Boolean()),
  },
  { ...STRICT, minProperties: 1, description: 'omitted fields stay unchanged; a null name removes the name' },
);
const ProductPath = Type.Object({ productId: Id }, STRICT);
const Path = Type.Object({ productId: Id, deviceId: Id }, STRICT);
const tags = ['devices'];

/** Adds the routes. */
export function deviceRoutes(app: Api, { registry: { products, devices }, live, change }: ApiPorts): void {
  const require = async (key: DeviceKey): Promise<StoredDevice> => {
    const device = await devices.get(key);
    if (device === undefined) throw ApiError.notFound('no device with these ids');
    return device;
  };

  app.get(
    `${API_PREFIX}/products/:productId/devices`,
    {
      schema: {
        tags,
        summary: 'devices of a product, sorted by id',
        params: ProductPath,
        querystring: Type.Object(PageQuery, STRICT),
        response: answers({ 200: pageOf(Device) }),
      },
    },
    async ({ params: { productId }, query: { after, limit } }) => {
      const rows = await devices.list({ productId, after, limit: rowsToAsk(limit) });
      await requireProduct(rows, products, productId);
      return toPage(rows, limit, { item: shown, cursor: ({ deviceId }) => deviceId });
    },
  );

  app.post(
    `${API_PREFIX}/products/:productId/devices`,
    {
      schema: {
        tags,
        summary: 'add a device',
        params: ProductPath,
        body: NewDevice,
        response: answers({ 201: Device }),
      },
    },
    async (request, reply) => {
      const key = { productId: request.params.productId, deviceId: request.body.deviceId };
      request.target = key;
      await change(request, async (stores) => await stores.devices.add({ ...request.body, ...key }));
      return reply.code(201).send(shown(await require(key)));
    },
  );

  app.get(
    `${API_PREFIX}/products/:productId/devices/:deviceId`,
    {
      schema: {
        tags,
        summary: 'one device, and whether it is attached',
        params: Path,
        response: answers({ 200: DeviceNow }),
      },
    },
    async ({ params }) => {
      const device = await require(params);
      return { ...shown(device), live: await liveState(live, device) };
    },
  );

  app.patch(
    `${API_PREFIX}/products/:productId/devices/:deviceId`,
    {
      schema: {
        tags,
        summary: 'change a device; disabling it or changing its key ends its connections',
        params: Path,
        body: Change,
        response: answers({ 200: Device }),
      },
    },
    async (request) => {
      request.target = { detail: Object.keys(request.body).join(' ') };
      const { params, body } = request;
      return shown(await change(request, async (stores) => await stores.devices.update(params, body)));
    },
  );

  app.delete(
    `${API_PREFIX}/products/:productId/devices/:deviceId`,
    {
      schema: {
        tags,
        summary: 'remove a device with its tokens; its connections end',
        params: Path,
        response: answers({ 204: Nothing }),
      },
    },
    async (request, reply) => {
      await change(request, async (stores) => await stores.devices.remove(request.params));
      return reply.code(204).send(null);
    },
  );
}

async function liveState(live: LiveDirectory, key: DeviceKey): Promise<Static<typeof DeviceNow>['live']> {
  const { devices, missing } = await live.list();
  const found = devices.find((device) => isSameKey(device, key));
  if (found !== undefined) return { state: 'attached', since: toTime(found.since), node: found.node };
  return { state: missing.length === 0 ? 'detached' : 'unknown', since: null, node: null };
}

function shown(device: StoredDevice): Static<typeof Device> {
  const { productId, deviceId, fingerprint, name, isEnabled, createdAt, seenAt } = device;
  return {
    productId,
    deviceId,
    fingerprint,
    name: name ?? null,
    isEnabled,
    createdAt: toTime(createdAt),
    seenAt: toTimeOrNull(seenAt),
  };
}
