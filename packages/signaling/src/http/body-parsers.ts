/** @module Which bodies are read at all. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from './api-error.ts';
import { parseStrictBody } from './strict-body.ts';

/** The content type of an import: one JSON object a line. */
export const LINES_TYPE = 'application/x-ndjson';

/** JSON, strictly; lines only where a route asks for them by `config.takesLines`. */
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
