/**
 * @module The console's types for the API: generated from the OpenAPI document by this test (`vitest run -u`
 * on this file), and compared with it.
 */
import { expect, test } from 'vitest';
import { TestHttp } from '../test-support/test-http.fixture.ts';

const FOLDER = '../../../../apps/console/src/service/api';

const WRITTEN = 'written from its OpenAPI document by packages/signaling/src/http/api-types.test.ts';

interface Schema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly description?: string;
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

interface Operation {
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly schema: Schema;
  }[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

test("the console's API types match the OpenAPI document", async () => {
  await using http = await TestHttp.start();
  const document: { paths: Record<string, Record<string, Operation>> } = JSON.parse(
    JSON.stringify(http.document),
  );
  const entries = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      tag: operation.tags?.[0] ?? 'untagged',
      text: entryOf(method, path, operation),
    })),
  );
  const tags = [...new Set(entries.map(({ tag }) => tag))].toSorted();
  for (const tag of tags) {
    const own = entries.filter((entry) => entry.tag === tag).map(({ text }) => text);
    await expect(resourceFile(tag, own)).toMatchFileSnapshot(`${FOLDER}/${tag}.ts`);
  }
  await expect(indexFile(tags)).toMatchFileSnapshot(`${FOLDER}/service-api.ts`);
});

function resourceFile(tag: string, entries: readonly string[]): string {
  return `/** @module The service's HTTP API, ${tag}: ${WRITTEN}. */

export interface ${interfaceOf(tag)} {
${entries.join('')}}
`;
}

function indexFile(tags: readonly string[]): string {
  const imports = tags.map((tag) => `import type { ${interfaceOf(tag)} } from './${tag}.ts';\n`);
  return `/** @module The requests of the service's HTTP API and their answers, ${WRITTEN}. */

${imports.join('')}
/** By method and path below \`/api/v1\`: what goes into the path, the query and the body, and what comes back. */
export interface ServiceApi
  extends
${tags.map((tag) => `    ${interfaceOf(tag)}`).join(',\n')} {}
`;
}

function interfaceOf(tag: string): string {
  return `${tag.charAt(0).toUpperCase()}${tag.slice(1)}Api`;
}

function entryOf(method: string, path: string, operation: Operation): string {
  const name = `${method.toUpperCase()} ${path.replace('/api/v1', '')}`;
  const body = Object.values(operation.requestBody?.content ?? {})[0]?.schema;
  const fields = [
    ['path', parametersOf(operation, 'path')],
    ['query', parametersOf(operation, 'query')],
    ['body', body],
    ['answer', answerOf(operation)],
  ] as const;
  const lines = fields.flatMap(([field, schema]) =>
    schema === undefined
      ? []
      : [`    readonly ${field}${markOf(field, schema)}: ${typeOf(schema, '    ')};\n`],
  );
  return `  /** ${operation.summary ?? ''} */\n  '${name}': {\n${lines.join('')}  };\n`;
}

/** A query without required parameters is optional. */
function markOf(field: string, { required = [] }: Schema): string {
  return field === 'query' && required.length === 0 ? '?' : '';
}

function parametersOf({ parameters = [] }: Operation, place: string): Schema | undefined {
  const meant = parameters.filter((parameter) => parameter.in === place);
  if (meant.length === 0) return undefined;
  return {
    type: 'object',
    properties: Object.fromEntries(
      meant.map(({ name, schema, required }) => [name, required === true ? schema : orUndefined(schema)]),
    ),
    required: meant.filter(({ required }) => required === true).map(({ name }) => name),
  };
}

/** A parameter that is left out if it is undefined. */
function orUndefined(schema: Schema): Schema {
  return { anyOf: [schema, { type: 'undefined' }] };
}

function answerOf({ responses }: Operation): Schema {
  const [, good] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
  return Object.values(good?.content ?? {})[0]?.schema ?? { type: 'null' };
}

function typeOf(schema: Schema, indent: string): string {
  if (schema.enum !== undefined) return schema.enum.map((value) => `'${value}'`).join(' | ');
  if (schema.anyOf !== undefined) return schema.anyOf.map((one) => typeOf(one, indent)).join(' | ');
  if (schema.type === 'array') return `readonly ${arrayOf(typeOf(schema.items ?? {}, indent))}`;
  if (schema.type === 'integer') return 'number';
  if (schema.type === 'object') return objectOf(schema, indent);
  return schema.type ?? 'unknown';
}

function arrayOf(item: string): string {
  return item.includes('|') && !item.startsWith('{') ? `(${item})[]` : `${item}[]`;
}

function objectOf({ properties, required = [] }: Schema, indent: string): string {
  if (properties === undefined) return 'object';
  const inner = `${indent}  `;
  const lines = Object.entries(properties).map(([name, schema]) => {
    const mark = required.includes(name) ? '' : '?';
    return `${inner}readonly ${name}${mark}: ${typeOf(schema, inner)};\n`;
  });
  return lines.length === 0 ? 'object' : `{\n${lines.join('')}${indent}}`;
}
