/** @module Packetizes a frame by its codec, once for all viewers. */
import { assertNever } from '@longwire/protocol';
import type { MediaCodecName, MediaFrame } from '../media-source.ts';
import { av1Payloads } from './av1-payloads.ts';
import { h264Payloads } from './h264-payloads.ts';
import { h265Payloads } from './h265-payloads.ts';
import { MAX_READY_PAYLOAD_BYTES, wholePayload, type RtpPayload } from './payload.ts';
import { vp8Payloads } from './vp8-payloads.ts';
import { vp9Payloads } from './vp9-payloads.ts';

/** Keyed by the frame's bytes, which viewers share; each viewer has its own frame object with its own time. */
const cache = new WeakMap<object, readonly RtpPayload[]>();

/** The payloads of a frame; none if it is empty or has a payload that is too large for a packet. */
export function payloadsOf(name: MediaCodecName, frame: MediaFrame): readonly RtpPayload[] {
  const key = frame.payloads ?? frame.data;
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  const payloads = frame.payloads?.map(wholePayload) ?? packetize(name, frame);
  const usable = payloads.every(({ body }) => body.length <= MAX_READY_PAYLOAD_BYTES) ? payloads : [];
  cache.set(key, usable);
  return usable;
}

function packetize(name: MediaCodecName, { data, isKeyframe }: MediaFrame): RtpPayload[] {
  switch (name) {
    case 'H264':
      return h264Payloads(data);
    case 'H265':
      return h265Payloads(data);
    case 'VP8':
      return vp8Payloads(data);
    case 'VP9':
      return vp9Payloads(data, isKeyframe);
    case 'AV1':
      return av1Payloads(data);
    case 'opus':
    case 'PCMU':
    case 'PCMA':
      return data.length === 0 ? [] : [wholePayload(data)];
    default:
      return assertNever(name);
  }
}
