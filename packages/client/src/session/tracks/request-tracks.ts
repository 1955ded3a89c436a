/** @module Asks the device to send tracks. */
import type { Emitter } from '@longwire/protocol';
import { ContentFormat } from '@longwire/protocol/base';
import { diagnosticOf, StatusError } from '../../shared.ts';
import { reportRefusal, type DriverEvents } from '../driver-events.ts';
import type { SessionLink } from '../session-link.ts';

const TRACKS_PATH = '/webrtc/tracks';
const CREATED = 201;

/** Resolves once the device has accepted; reports a refusal in `events`. @throws StatusError ERR_TRACK if it refuses, and what a request throws */
export async function requestTracks(
  link: SessionLink,
  trackIds: readonly string[],
  events: Emitter<DriverEvents>,
): Promise<void> {
  const payload = JSON.stringify({ tracks: trackIds });
  const options = { payload, contentFormat: ContentFormat.json };
  const response = await link.run((connection) => connection.request('POST', TRACKS_PATH, options));
  const { statusCode } = response;
  reportRefusal(events, statusCode);
  if (statusCode === CREATED) return;
  const message = `request for tracks failed with status ${statusCode}`;
  throw new StatusError('ERR_TRACK', message, statusCode, diagnosticOf(response));
}
