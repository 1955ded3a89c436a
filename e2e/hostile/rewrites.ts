/** @module How a hostile service changes a message, by name: each change is a pure function of the message. */
import { FIELD_REWRITES, type FieldRewrite } from './rewrites/field-rewrites.ts';
import { METADATA_REWRITES, type MetadataRewrite } from './rewrites/metadata-rewrites.ts';
import type { Rewrite } from './rewrites/rewrite.ts';
import { SDP_REWRITES, type SdpRewrite } from './rewrites/sdp-rewrites.ts';

export type { Forgery } from './rewrites/rewrite.ts';

/** The name of a change. */
export type RewriteName = SdpRewrite | MetadataRewrite | FieldRewrite;

/** All of them. */
export const REWRITES: Readonly<Record<RewriteName, Rewrite>> = {
  ...SDP_REWRITES,
  ...METADATA_REWRITES,
  ...FIELD_REWRITES,
};
