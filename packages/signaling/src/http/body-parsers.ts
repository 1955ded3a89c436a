/** @module Parsers for request bodies. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from './api-error.ts';
import { parseStrictBody } from './strict-body.ts';

/** Content type of an import: one JSON object per line. */
export const LINES_TYPE = 'application/x-ndjson';

/** Accepts strict JSON; JSON lines only on routes with `config.takesLines`. */
export function parseBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      if (request.routeOptions.config.takesLines === true) throw ApiError.mediaType();
      return parseStrictBody(body);
    },
  );
  app.addContentTypeParser(
    LINES_TYPE,
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      if (request.routeOptions.config.takesLines !== true) throw ApiError.mediaType();
      return body;
    },
  );
}
