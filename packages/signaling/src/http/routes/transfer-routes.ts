/** @module Export and import of the whole registry. */
import { Readable } from 'node:stream';
import { Type } from 'typebox';
import { ApiError } from '../api-error.ts';
import { API_PREFIX, type Api, type ApiPorts } from '../api.ts';
import { LINES_TYPE } from '../body-parsers.ts';
import { answers, STRICT } from '../schema/common.ts';

/**
 * Largest import, in bytes. Reason: about 200,000 devices with a token each; larger ones need the command on
 * the machine itself.
 */
const IMPORT_BYTES = 64 * 1024 * 1024;

/**
 * Time limit of an import or export, in milliseconds. Reason: the largest measured one took a third of it.
 */
const TRANSFER_TIMEOUT_MS = 120_000;

const Imported = Type.Object({ added: Type.Integer(), unchanged: Type.Integer() });
const tags = ['transfer'];

/** Adds the routes. */
export function transferRoutes(app: Api, { registry, importLines }: ApiPorts): void {
  app.get(
    `${API_PREFIX}/export`,
    {
      handlerTimeout: TRANSFER_TIMEOUT_MS,
      schema: {
        tags,
        summary:
          'products, issuers, devices, tokens, operators and keys as JSON lines, with hashes instead of secrets',
        response: answers({
          200: {
            description: 'one JSON object per line',
            content: { [LINES_TYPE]: { schema: Type.Unsafe<Readable>({ type: 'string' }) } },
          },
        }),
      },
    },
    async (_request, reply) => {
      void reply.header('content-type', LINES_TYPE);
      return reply.send(Readable.from(registry.exportAll()));
    },
  );

  app.post(
    `${API_PREFIX}/import`,
    {
      bodyLimit: IMPORT_BYTES,
      config: { takesLines: true },
      handlerTimeout: TRANSFER_TIMEOUT_MS,
      schema: {
        tags,
        summary: 'import the export of another service, all or nothing',
        querystring: Type.Object({}, STRICT),
        body: { content: { [LINES_TYPE]: { schema: Type.Unsafe<Buffer>({}) } } },
        response: answers({ 200: Imported }),
      },
    },
    async (request) => {
      const { body } = request;
      if (!Buffer.isBuffer(body)) throw ApiError.badRequest(`body must be ${LINES_TYPE}`);
      return await importLines(request, linesOf(body));
    },
  );
}

function* linesOf(body: Buffer): Iterable<string> {
  for (let start = 0; start < body.length;) {
    const found = body.indexOf(0x0a, start);
    const end = found === -1 ? body.length : found;
    const line = body.toString('utf8', start, end).trim();
    if (line !== '') yield line;
    start = end + 1;
  }
}
