/** @module Imports the link format (RFC 6690) of the protocol: a separate file, because only the screens that show lists load it. */

export { linkAttribute, parseLinkFormat, pathOfTarget, type Link } from '@longwire/client/link-format';
