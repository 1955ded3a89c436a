/** @module `@longwire/client/link-format`: a device's list of resources (RFC 6690), separate from the root like CBOR. */
export { linkAttribute, parseLinkFormat, pathOfTarget } from '@longwire/protocol/link-format';
export type { Link, LinkAttribute } from '@longwire/protocol/link-format';
