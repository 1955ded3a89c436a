/** @module Asks the device to send tracks. */
import { ContentFormat } from '@longwire/protocol/base';
import { diagnosticOf, StatusError } from '../../shared.ts';
import type { SessionLink } from '../session-link.ts';

const TRACKS_PATH = '/webrtc/tracks';
const CREATED = 201;

/** Resolves once the device has accepted; `onStatus` gets the status of its answer. @throws StatusError ERR_TRACK if it refuses, and what a request throws */
export async function requestTracks(
  link: SessionLink,
  trackIds: readonly string[],
  onStatus: (status: number) => void,
): Promise<void> {
  const payload = JSON.stringify({ tracks: trackIds });
  const options = { payload, contentFormat: ContentFormat.json };
  const response = await link.run((connection) => connection.request('POST', TRACKS_PATH, options));
  const { statusCode } = response;
  onStatus(statusCode);
  if (statusCode === CREATED) return;
  const message = `request for tracks failed with status ${statusCode}`;
  throw new StatusError('ERR_TRACK', message, statusCode, diagnosticOf(response));
}
