/** @module Routes of the audit record. */
import { Type, type Static } from 'typebox';
import type { AuditEntry } from '../../ports/audit-log.ts';
import type { AuditEvent } from '../../ports/audit.ts';
import { API_PREFIX, type Api, type ApiPorts } from '../api.ts';
import {
  answers,
  Id,
  MAX_PAGE,
  nullable,
  pageOf,
  rowsToAsk,
  STRICT,
  Time,
  toPage,
  toTime,
} from '../schema/common.ts';

const Outcome = Type.Unsafe<AuditEvent['outcome']>({ type: 'string', enum: ['allowed', 'refused'] });
const text = nullable(Type.String());
const Entry = Type.Object(
  {
    seq: Type.Integer(),
    at: Time,
    action: Type.String(),
    outcome: Outcome,
    actor: Type.String(),
    productId: text,
    deviceId: text,
    tokenId: text,
    address: text,
    requestId: text,
    detail: text,
  },
  { description: 'one decision; ids of tokens, never their values' },
);
const Query = Type.Object(
  {
    before: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        description: '`next` of the page before',
      }),
    ),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PAGE })),
    action: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
    outcome: Type.Optional(Outcome),
    productId: Type.Optional(Id),
    deviceId: Type.Optional(Id),
    actor: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
  },
  STRICT,
);

/** Adds the route. */
export function auditRoutes(app: Api, { registry: { audit } }: ApiPorts): void {
  app.get(
    `${API_PREFIX}/audit`,
    {
      schema: {
        tags: ['audit'],
        summary: 'decisions, newest first',
        querystring: Query,
        response: answers({ 200: pageOf(Entry) }),
      },
    },
    async ({ query }) => {
      const rows = await audit.list({ ...query, limit: rowsToAsk(query.limit) });
      return toPage(rows, query.limit, { item: shown, cursor: ({ seq }) => String(seq) });
    },
  );
}

function shown(entry: AuditEntry): Static<typeof Entry> {
  const { seq, action, outcome, actor } = entry;
  return {
    seq,
    at: toTime(entry.at),
    action,
    outcome,
    actor,
    productId: entry.productId ?? null,
    deviceId: entry.deviceId ?? null,
    tokenId: entry.tokenId ?? null,
    address: entry.address ?? null,
    requestId: entry.requestId ?? null,
    detail: entry.detail ?? null,
  };
}
