/** @module Numbers of connections, and counters for rates. */
import { randomUUID } from 'node:crypto';
import { Type } from 'typebox';
import type { HttpMetrics } from '../../ports/http-metrics.ts';
import { API_PREFIX, type Api, type ApiPorts } from '../api.ts';
import { answers, Time, toTime } from '../schema/common.ts';

const Count = Type.Integer({ minimum: 0 });
const Counts = Type.Object(
  {
    at: Time,
    devices: Count,
    sessions: Count,
    missingNodes: Type.Array(Type.String(), { description: 'nodes that did not respond in time' }),
    counter: Type.String({
      description: 'the process whose totals these are; another process counts from 0',
    }),
    totals: Type.Object({ messages: Count, logins: Count, refusedLogins: Count, requests: Count }),
  },
  { description: 'numbers of connections on all nodes, and totals of the responding node' },
);

/** Options of {@link countRoutes}. */
export interface CountRouteOptions extends Pick<ApiPorts, 'live'> {
  readonly metrics: HttpMetrics;
  readonly now: () => number;
}

/** Adds the route. */
export function countRoutes(app: Api, { live, metrics, now }: CountRouteOptions): void {
  const counter = randomUUID();
  app.get(
    `${API_PREFIX}/live/counts`,
    {
      schema: {
        tags: ['live'],
        summary: 'numbers of connections on all nodes, and totals of the responding node',
        response: answers({ 200: Counts }),
      },
    },
    async () => {
      const { devices, sessions, missing } = await live.list();
      return {
        at: toTime(now()),
        devices: devices.length,
        sessions: sessions.length,
        missingNodes: missing,
        counter,
        totals: { ...metrics.totals() },
      };
    },
  );
}
