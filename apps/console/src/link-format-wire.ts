/** @module The door to link format (RFC 6690), beside the client's own: only the screens that show lists load it. */

export { linkAttribute, parseLinkFormat, pathOfTarget, type Link } from '@longwire/client/link-format';
