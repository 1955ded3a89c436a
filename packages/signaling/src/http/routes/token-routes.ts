/** @module Routes of connection tokens; a value appears only in the response that creates it. */
import { Type, type Static } from 'typebox';
import type { IssuedToken, StoredToken } from '../../ports/tokens.ts';
import { ApiError } from '../api-error.ts';
import { API_PREFIX, type Api, type ApiPorts } from '../api.ts';
import {
  answers,
  Id,
  Lifetime,
  Nothing,
  nullable,
  Overlap,
  pageOf,
  PageQuery,
  PublicId,
  rowsToAsk,
  STRICT,
  Time,
  toPage,
  toTime,
  toTimeOrNull,
} from '../schema/common.ts';
import { requireProduct } from './require-product.ts';

const Token = Type.Object(
  {
    tokenId: Type.String(),
    productId: Type.String(),
    deviceId: nullable(Type.String()),
    origin: Type.Unsafe<StoredToken['origin']>({ type: 'string', enum: ['service', 'device'] }),
    createdAt: Time,
    expiresAt: nullable(Time),
    isRevoked: Type.Boolean(),
  },
  { description: 'without a device id the token is valid for every device of the product' },
);
const Issued = Type.Object(
  { tokenId: Type.String(), value: Type.String(), expiresAt: Time },
  { description: 'the value is shown only once' },
);
const NewToken = Type.Object(
  {
    deviceId: Type.Optional(Id),
    lifetimeMs: Lifetime,
    isShort: Type.Optional(
      Type.Boolean({
        description:
          'compatibility: 12 characters, for existing pages with short form fields; 403 unless the service runs with --allow-short-tokens',
      }),
    ),
  },
  STRICT,
);
const Rotation = Type.Object({ overlapMs: Overlap, lifetimeMs: Lifetime }, STRICT);
const ProductPath = Type.Object({ productId: Id }, STRICT);
const Path = Type.Object({ tokenId: PublicId }, STRICT);
const tags = ['tokens'];
const NO_SHORT_TOKENS =
  'short tokens are not allowed: start the service with --allow-short-tokens, or request an ordinary token';

/** Adds the routes. */
export function tokenRoutes(
  app: Api,
  { registry: { products, tokens }, change, allowShortTokens }: ApiPorts,
): void {
  app.get(
    `${API_PREFIX}/products/:productId/tokens`,
    {
      schema: {
        tags,
        summary: 'tokens of a product, or of one device of it',
        params: ProductPath,
        querystring: Type.Object({ ...PageQuery, deviceId: Type.Optional(Id) }, STRICT),
        response: answers({ 200: pageOf(Token) }),
      },
    },
    async ({ params: { productId }, query: { after, limit, deviceId } }) => {
      const page = { productId, deviceId, after: parseCursor(after), limit: rowsToAsk(limit) };
      const rows = await tokens.list(page);
      await requireProduct(rows, products, productId);
      return toPage(rows, limit, { item: shown, cursor: formatCursor });
    },
  );

  app.post(
    `${API_PREFIX}/products/:productId/tokens`,
    {
      schema: {
        tags,
        summary: 'create a token for a device, or for all devices of a product',
        params: ProductPath,
        body: NewToken,
        response: answers({ 201: Issued }),
      },
    },
    async (request, reply) => {
      const { deviceId, lifetimeMs, isShort = false } = request.body;
      if (isShort && !allowShortTokens) throw ApiError.forbidden(NO_SHORT_TOKENS);
      const { productId } = request.params;
      const issued = await change(request, async (stores) => {
        const added = await stores.tokens.add({ productId, deviceId, lifetimeMs, isShort });
        request.target = { deviceId, tokenId: added.id, ...(isShort ? { detail: 'short' } : {}) };
        return added;
      });
      return reply.code(201).send(shownOnce(issued));
    },
  );

  app.get(
    `${API_PREFIX}/tokens/:tokenId`,
    { schema: { tags, summary: 'one token', params: Path, response: answers({ 200: Token }) } },
    async ({ params }) => {
      const token = await tokens.get(params.tokenId);
      if (token === undefined) throw ApiError.notFound('no token with this id');
      return shown(token);
    },
  );

  app.delete(
    `${API_PREFIX}/tokens/:tokenId`,
    {
      schema: {
        tags,
        summary: 'revoke a token; sessions that use it end within a second',
        params: Path,
        response: answers({ 204: Nothing }),
      },
    },
    async (request, reply) => {
      await change(request, async (stores) => await stores.tokens.revoke(request.params.tokenId));
      return reply.code(204).send(null);
    },
  );

  app.post(
    `${API_PREFIX}/tokens/:tokenId/rotate`,
    {
      schema: {
        tags,
        summary: 'create a new token of the same scope; the old one stays valid for the overlap',
        params: Path,
        body: Rotation,
        response: answers({ 201: Issued }),
      },
    },
    async (request, reply) => {
      const issued = await change(request, async (stores) => {
        const rotated = await stores.tokens.rotate(request.params.tokenId, request.body);
        request.target = { detail: `new token ${rotated.id}` };
        return rotated;
      });
      return reply.code(201).send(shownOnce(issued));
    },
  );
}

/** Tokens are sorted by id; a token that devices announced may exist once per device. */
function formatCursor({ id, deviceId }: StoredToken): string {
  return `${id}:${deviceId ?? ''}`;
}

function parseCursor(text: string | undefined): { id: string; deviceId: string | undefined } | undefined {
  if (text === undefined) return undefined;
  const [id = '', deviceId = ''] = text.split(':', 2);
  return { id, deviceId: deviceId === '' ? undefined : deviceId };
}

function shownOnce({ id, value, expiresAt }: IssuedToken): Static<typeof Issued> {
  return { tokenId: id, value, expiresAt: toTime(expiresAt) };
}

function shown(token: StoredToken): Static<typeof Token> {
  const { id, productId, deviceId, origin, createdAt, expiresAt, isRevoked } = token;
  return {
    tokenId: id,
    productId,
    deviceId: deviceId ?? null,
    origin,
    createdAt: toTime(createdAt),
    expiresAt: toTimeOrNull(expiresAt),
    isRevoked,
  };
}
