/** @module The shape of metadata: strict about types, ignores unknown keys and values. */
import { flag, listOf, mapped, maybe, objectOf, text, type Shape } from '../json/shape.ts';
import {
  MAX_TRACK_MESSAGE_LENGTH,
  TRACK_ERROR_CODES,
  type Metadata,
  type OverallStatus,
  type TrackErrorCode,
  type TrackMetadata,
} from './metadata.ts';

const trackError = mapped(
  text,
  (word): TrackErrorCode => TRACK_ERROR_CODES.find((code) => code === word) ?? 'UNKNOWN_ERROR',
);

const status = mapped(text, (word): OverallStatus => (word === 'OK' ? 'OK' : 'FAILED'));

/** An extension key: a value of another type is ignored like an unknown key. */
const message: Shape<string | undefined> = (words) =>
  typeof words === 'string' ? firstCharacters(words) : undefined;

const track = objectOf<TrackMetadata>({ mid: maybe(text), trackId: text, error: maybe(trackError), message });

/** Untrusted metadata; a null key counts as missing. */
export const metadataShape: Shape<Metadata> = objectOf<Metadata>({
  tracks: maybe(listOf(track)),
  status: maybe(status),
  noTrickle: maybe(flag),
  features: maybe(listOf(text)),
  featuresTaken: maybe(listOf(text)),
});

/** Cuts between characters, never inside a surrogate pair. */
function firstCharacters(words: string): string {
  if (words.length <= MAX_TRACK_MESSAGE_LENGTH) return words;
  const isLastSplit = (words.codePointAt(MAX_TRACK_MESSAGE_LENGTH - 1) ?? 0) > 0xffff;
  return words.slice(0, MAX_TRACK_MESSAGE_LENGTH - (isLastSplit ? 1 : 0));
}
