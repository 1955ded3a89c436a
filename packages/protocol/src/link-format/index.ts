/** @module `@longwire/protocol/link-format`: lists of resources (RFC 6690), separate from the root because few pages show one. */
export { encodeLinkFormat } from './encode-link-format.ts';
export { linkAttribute, type Link, type LinkAttribute } from './link.ts';
export { pathOfTarget, targetOfPath } from './link-path.ts';
export { MAX_LINK_ATTRIBUTES, MAX_LINKS, parseLinkFormat } from './parse-link-format.ts';
