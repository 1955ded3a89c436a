/** @module The metadata of a resource in the resource list (RFC 6690, RFC 7252 section 7.2.1). */
import { EdgeError, MAX_CONTENT_FORMAT } from '@longwire/protocol';

/** The metadata of a route in the list, besides its path, its methods and whether it can be observed. */
export interface ResourceFacts {
  /** For programs: one or more resource types, such as `temperature-c`. */
  readonly rt?: string | readonly string[];
  /** For programs: how it is used, such as `core.s` for a sensor; see docs/protocol/descriptions.md. */
  readonly if?: string | readonly string[];
  /** The content formats of its answers. */
  readonly ct?: number | readonly number[];
  /** For people. */
  readonly title?: string;
}

/** Longest title. Reason: it is one line of a list. */
const MAX_TITLE_LENGTH = 128;

/** A relation type or a URI (RFC 6690 section 2): no spaces, no quotes. */
const RESOURCE_TYPE = /^[\x21\x23-\x5b\x5d-\x7e]{1,128}$/u;

/** The types of a resource. */
export function typesOf({ rt = [] }: ResourceFacts): readonly string[] {
  return typeof rt === 'string' ? [rt] : rt;
}

/** The interface descriptions of a resource. */
export function interfacesOf({ if: interfaces = [] }: ResourceFacts): readonly string[] {
  return typeof interfaces === 'string' ? [interfaces] : interfaces;
}

/** The content formats of a resource. */
export function formatsOf({ ct = [] }: ResourceFacts): readonly number[] {
  return typeof ct === 'number' ? [ct] : ct;
}

/** Validates the metadata. @throws EdgeError ERR_ROUTE */
export function checkResourceFacts(facts: ResourceFacts): void {
  for (const [name, types] of [
    ['rt', typesOf(facts)],
    ['if', interfacesOf(facts)],
  ] as const)
    for (const type of types)
      if (!RESOURCE_TYPE.test(type))
        throw new EdgeError('ERR_ROUTE', `${name} must be words without spaces or quotes, got '${type}'`);
  for (const format of formatsOf(facts))
    if (!Number.isInteger(format) || format < 0 || format > MAX_CONTENT_FORMAT)
      throw new EdgeError(
        'ERR_ROUTE',
        `ct must be content formats from 0 to ${MAX_CONTENT_FORMAT}, got ${format}`,
      );
  const { title } = facts;
  if (title !== undefined && (title.length > MAX_TITLE_LENGTH || /\p{Cc}/u.test(title)))
    throw new EdgeError('ERR_ROUTE', `title must be one line of up to ${MAX_TITLE_LENGTH} characters`);
}
