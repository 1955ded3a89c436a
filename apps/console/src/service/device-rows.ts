/** @module Devices of a product with their online state, page by page. */

import type { AnswerOf, ApiResult } from './api/api.ts';
import type { OperatorSession } from './operator-session.ts';
import type { Page } from './paged-rows.ts';

/** A registered device, and since when it has been online; `undefined` if it is not. */
export interface DeviceRow extends Readonly<AnswerOf<'POST /products/{productId}/devices'>> {
  readonly onlineSince: string | undefined;
  /** Whether every node reported its devices. */
  readonly isCertain: boolean;
}

/** Rows of a page: as many as the service returns in one response, because searching is done here. */
const PAGE = 500;

/** Loads one page. Both lists are sorted by id, so the online devices in this range fit into one response. */
export async function deviceRows(
  session: OperatorSession,
  productId: string,
  after: string | undefined,
  signal: AbortSignal,
): Promise<ApiResult<Page<DeviceRow>>> {
  const liveAfter = after === undefined ? undefined : `${productId}/${after}`;
  const [devices, live] = await Promise.all([
    session.ask('GET /products/{productId}/devices', {
      path: { productId },
      query: { limit: PAGE, after },
      signal,
    }),
    session.ask('GET /live/devices', { query: { limit: PAGE, productId, after: liveAfter }, signal }),
  ]);
  if (!devices.isDone) return devices;
  if (!live.isDone) return live;
  const since = new Map(live.value.items.map((item) => [item.deviceId, item.since]));
  const isCertain = live.value.missingNodes.length === 0;
  return {
    isDone: true,
    value: {
      items: devices.value.items.map((device) => ({
        ...device,
        onlineSince: since.get(device.deviceId),
        isCertain,
      })),
      next: devices.value.next,
    },
  };
}
