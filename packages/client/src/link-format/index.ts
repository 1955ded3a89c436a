/** @module `@longwire/client/link-format`: a device's list of its resources (RFC 6690), apart from the root as CBOR is. */
export { linkAttribute, parseLinkFormat, pathOfTarget } from '@longwire/protocol/link-format';
export type { Link, LinkAttribute } from '@longwire/protocol/link-format';
