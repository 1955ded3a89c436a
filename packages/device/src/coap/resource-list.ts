/** @module What `GET /.well-known/core` answers: the routes of an application as links (RFC 6690). */
import { encodeLinkFormat, targetOfPath, type LinkAttribute } from '@longwire/protocol/link-format';
import { formatsOf, interfacesOf, typesOf } from './resource-facts.ts';
import type { Route } from './route.ts';

/** The list as text: one link per path, in the order of the paths, with the metadata of all its methods. */
export function listResources(routes: readonly Route[]): string {
  const byPath = Map.groupBy(routes, ({ segments }) => `/${segments.join('/')}`);
  const links = [...byPath]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([path, methods]) => ({ target: targetOfPath(path), attributes: attributesOf(path, methods) }));
  return encodeLinkFormat(links);
}

function attributesOf(path: string, routes: readonly Route[]): LinkAttribute[] {
  const facts = routes.map((route) => route.facts);
  const types = unique(facts.flatMap(typesOf));
  const interfaces = unique(facts.flatMap(interfacesOf));
  const formats = unique(facts.flatMap(formatsOf));
  const title = facts.find((fact) => fact.title !== undefined)?.title;
  return [
    ...valued('rt', types.join(' ')),
    ...valued('if', interfaces.join(' ')),
    ...valued('ct', formats.join(' ')),
    ...flag(
      'obs',
      routes.some(({ observable }) => observable !== undefined),
    ),
    ...valued('title', title ?? ''),
    // Ours: other clients ignore attributes that they do not know (RFC 6690 section 2).
    ...valued('methods', routes.map(({ method }) => method).join(' ')),
    ...flag('pattern', path.includes('/:')),
  ];
}

function valued(name: string, value: string): LinkAttribute[] {
  return value === '' ? [] : [{ name, value }];
}

function flag(name: string, isSet: boolean): LinkAttribute[] {
  return isSet ? [{ name }] : [];
}

function unique<Item>(items: readonly Item[]): readonly Item[] {
  return [...new Set(items)];
}
