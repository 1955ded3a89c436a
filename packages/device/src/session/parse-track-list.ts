/** @module The list of tracks in the body of a request. */
import { HandlerError } from '../coap/handler-error.ts';
import { fieldOf } from '../read-field.ts';

/** Most tracks of one request. */
const MAX_TRACKS = 32;

/** The entries of `tracks`, unvalidated. @throws HandlerError 400 */
export function parseTrackList(body: unknown): readonly unknown[] {
  const tracks = fieldOf(body, 'tracks');
  if (!Array.isArray(tracks) || tracks.length > MAX_TRACKS) throw HandlerError.badRequest();
  return tracks;
}
