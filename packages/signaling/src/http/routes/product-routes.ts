/** @module Routes of products and their JWT issuers. */
import { Type, type Static } from 'typebox';
import type { StoredProduct } from '../../ports/products.ts';
import { ApiError } from '../api-error.ts';
import { API_PREFIX, type Api, type ApiPorts } from '../api.ts';
import {
  answers,
  Id,
  Nothing,
  pageOf,
  PageQuery,
  rowsToAsk,
  STRICT,
  Time,
  toPage,
  toTime,
} from '../schema/common.ts';

/** URLs only: a file name would let a caller probe this machine's files. */
const Jwks = Type.String({ pattern: '^https?://', maxLength: 512 });
const IssuerName = Type.String({ minLength: 1, maxLength: 256 });
const Issuer = Type.Object({ issuer: IssuerName, audience: IssuerName, jwks: Jwks }, STRICT);
const ShownIssuer = Type.Object({ issuer: Type.String(), audience: Type.String(), jwks: Type.String() });
const Product = Type.Object(
  { productId: Type.String(), createdAt: Time, issuers: Type.Array(ShownIssuer) },
  { description: 'a product and the issuers whose JWTs give access to its devices' },
);
const NewProduct = Type.Object({ productId: Id, issuer: Type.Optional(Issuer) }, STRICT);
const Path = Type.Object({ productId: Id }, STRICT);
const tags = ['products'];

/** Adds the routes. */
export function productRoutes(app: Api, { registry: { products }, change }: ApiPorts): void {
  const require = async (productId: string): Promise<StoredProduct> => {
    const product = await products.get(productId);
    if (product === undefined) throw ApiError.notFound('no product with this id');
    return product;
  };

  app.get(
    `${API_PREFIX}/products`,
    {
      schema: {
        tags,
        summary: 'products, sorted by id',
        querystring: Type.Object(PageQuery, STRICT),
        response: answers({ 200: pageOf(Product) }),
      },
    },
    async ({ query: { after, limit } }) =>
      toPage(await products.list({ after, limit: rowsToAsk(limit) }), limit, {
        item: shown,
        cursor: ({ productId }) => productId,
      }),
  );

  app.post(
    `${API_PREFIX}/products`,
    { schema: { tags, summary: 'add a product', body: NewProduct, response: answers({ 201: Product }) } },
    async (request, reply) => {
      const { productId, issuer } = request.body;
      request.target = { productId };
      await change(request, async (stores) => await stores.products.add(productId, issuer));
      return reply.code(201).send(shown(await require(productId)));
    },
  );

  app.get(
    `${API_PREFIX}/products/:productId`,
    { schema: { tags, summary: 'one product', params: Path, response: answers({ 200: Product }) } },
    async ({ params }) => shown(await require(params.productId)),
  );

  app.delete(
    `${API_PREFIX}/products/:productId`,
    {
      schema: {
        tags,
        summary: 'remove a product with its devices and tokens; its connections end',
        params: Path,
        response: answers({ 204: Nothing }),
      },
    },
    async (request, reply) => {
      await change(request, async (stores) => await stores.products.remove(request.params.productId));
      return reply.code(204).send(null);
    },
  );

  app.post(
    `${API_PREFIX}/products/:productId/issuers`,
    {
      schema: {
        tags,
        summary: 'add a JWT issuer',
        params: Path,
        body: Issuer,
        response: answers({ 201: Product }),
      },
    },
    async (request, reply) => {
      const { productId } = request.params;
      request.target = { detail: request.body.issuer };
      await change(request, async (stores) => await stores.products.addIssuer(productId, request.body));
      return reply.code(201).send(shown(await require(productId)));
    },
  );

  app.delete(
    `${API_PREFIX}/products/:productId/issuers`,
    {
      schema: {
        tags,
        summary: 'remove an issuer; sessions that use its JWTs end',
        params: Path,
        querystring: Type.Object({ issuer: IssuerName }, STRICT),
        response: answers({ 204: Nothing }),
      },
    },
    async (request, reply) => {
      const { productId } = request.params;
      const { issuer } = request.query;
      request.target = { detail: issuer };
      await change(request, async (stores) => await stores.products.removeIssuer(productId, issuer));
      return reply.code(204).send(null);
    },
  );
}

function shown({ productId, createdAt, issuers }: StoredProduct): Static<typeof Product> {
  return { productId, createdAt: toTime(createdAt), issuers: [...issuers] };
}
