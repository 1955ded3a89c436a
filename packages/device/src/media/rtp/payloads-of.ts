/** @module The RTP payloads of a frame, by its codec; made once for all viewers. */
import { assertNever } from '@longwire/protocol';
import type { MediaCodecName, MediaFrame } from '../media-source.ts';
import { av1Payloads } from './av1-payloads.ts';
import { h264Payloads } from './h264-payloads.ts';
import { h265Payloads } from './h265-payloads.ts';
import { MAX_READY_PAYLOAD_BYTES, wholePayload, type RtpPayload } from './payload.ts';
import { vp8Payloads } from './vp8-payloads.ts';
import { vp9Payloads } from './vp9-payloads.ts';

/** By the frame's bytes: each viewer has a frame object of its own, with its own time, around the same bytes. */
const made = new WeakMap<object, readonly RtpPayload[]>();

/** The payloads of a frame; none for a frame with nothing in it, or with a payload that is too large for any packet. */
export function payloadsOf(name: MediaCodecName, frame: MediaFrame): readonly RtpPayload[] {
  const key = frame.payloads ?? frame.data;
  const known = made.get(key);
  if (known !== undefined) return known;
  const payloads = frame.payloads?.map(wholePayload) ?? packetize(name, frame);
  const usable = payloads.every(({ body }) => body.length <= MAX_READY_PAYLOAD_BYTES) ? payloads : [];
  made.set(key, usable);
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
