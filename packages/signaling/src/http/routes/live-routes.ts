/** @module Routes of current connections. */
import { CloseCode, foldId } from '@longwire/protocol';
import { Type, type Static } from 'typebox';
import type { LiveDevice, LiveSession } from '@longwire/cluster';
import type { DeviceKey } from '@longwire/protocol';
import { ApiError } from '../api-error.ts';
import { API_PREFIX, type Api, type ApiPorts } from '../api.ts';
import {
  answers,
  Id,
  Nothing,
  nullable,
  PageQuery,
  PublicId,
  rowsToAsk,
  STRICT,
  Time,
  toPage,
  toTime,
} from '../schema/common.ts';

const Device = Type.Object({
  productId: Type.String(),
  deviceId: Type.String(),
  since: Time,
  node: Type.String(),
});
const Session = Type.Object({
  sessionId: Type.String(),
  productId: Type.String(),
  deviceId: Type.String(),
  tokenId: Type.String(),
  address: Type.String(),
  since: Time,
  node: Type.String(),
});
const MissingNodes = Type.Array(Type.String(), { description: 'nodes that did not respond in time' });
const next = nullable(Type.String());
const DevicePage = Type.Object({ items: Type.Array(Device), next, missingNodes: MissingNodes });
const SessionPage = Type.Object({ items: Type.Array(Session), next, missingNodes: MissingNodes });
const Query = Type.Object(
  { ...PageQuery, productId: Type.Optional(Id), deviceId: Type.Optional(Id) },
  STRICT,
);
const tags = ['live'];

/** Adds the routes. */
export function liveRoutes(app: Api, { live }: ApiPorts): void {
  app.get(
    `${API_PREFIX}/live/devices`,
    {
      schema: {
        tags,
        summary: 'attached devices on all nodes',
        querystring: Query,
        response: answers({ 200: DevicePage }),
      },
    },
    async ({ query }) => {
      const { devices, missing } = await live.list();
      const rows = sorted(devices, query, deviceCursor);
      return {
        ...toPage(rows, query.limit, { item: shownDevice, cursor: deviceCursor }),
        missingNodes: missing,
      };
    },
  );

  app.get(
    `${API_PREFIX}/live/sessions`,
    {
      schema: {
        tags,
        summary: 'client sessions on all nodes',
        querystring: Query,
        response: answers({ 200: SessionPage }),
      },
    },
    async ({ query }) => {
      const { sessions, missing } = await live.list();
      const rows = sorted(sessions, query, sessionCursor);
      return {
        ...toPage(rows, query.limit, { item: shownSession, cursor: sessionCursor }),
        missingNodes: missing,
      };
    },
  );

  app.delete(
    `${API_PREFIX}/live/sessions/:sessionId`,
    {
      schema: {
        tags,
        summary: 'end a session on any node: its client is closed with 4001, its device is notified',
        params: Type.Object({ sessionId: PublicId }, STRICT),
        response: answers({ 204: Nothing }),
      },
    },
    async (request, reply) => {
      const { sessionId } = request.params;
      const { sessions } = await live.list();
      const session = sessions.find(({ id }) => id === sessionId);
      if (!(await live.endSession(sessionId, CloseCode.signalingDenied))) {
        throw ApiError.notFound('no session with this id');
      }
      const { productId, deviceId, tokenId } = session ?? {};
      request.target = { productId, deviceId, tokenId, detail: `session ${sessionId}` };
      return reply.code(204).send(null);
    },
  );
}

function deviceCursor({ productId, deviceId }: LiveDevice): string {
  return `${productId}/${deviceId}`;
}

function sessionCursor({ id }: LiveSession): string {
  return id;
}

function sorted<Row extends DeviceKey>(
  rows: readonly Row[],
  { productId, deviceId, after, limit }: Static<typeof Query>,
  keyOf: (row: Row) => string,
): Row[] {
  return rows
    .filter((row) => productId === undefined || foldId(row.productId) === foldId(productId))
    .filter((row) => deviceId === undefined || foldId(row.deviceId) === foldId(deviceId))
    .map((row) => ({ row, key: keyOf(row) }))
    .filter(({ key }) => after === undefined || key > after)
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .slice(0, rowsToAsk(limit))
    .map(({ row }) => row);
}

function shownDevice({ productId, deviceId, since, node }: LiveDevice): Static<typeof Device> {
  return { productId, deviceId, since: toTime(since), node };
}

function shownSession(session: LiveSession): Static<typeof Session> {
  const { id, productId, deviceId, tokenId, address, since, node } = session;
  return { sessionId: id, productId, deviceId, tokenId, address, since: toTime(since), node };
}
