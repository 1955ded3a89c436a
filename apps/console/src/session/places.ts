/** @module The places of a device that a person can go to: by role, and by what the device has. */

/** A place; each has its route. */
export type Place = 'live' | 'people' | 'requests' | 'terminal' | 'web' | 'connection';

/** What decides. */
export interface PlacesInput {
  /** The role of this browser's user; undefined until the device says it. */
  readonly role: string | undefined;
  /** False for a device known not to list its streams, which has no page of its own. */
  readonly isListingStreams: boolean | undefined;
}

/** Where the places are. */
export interface Places {
  readonly bar: readonly Place[];
  readonly more: readonly Place[];
}

/** The role with every right (`packages/device` and deployed devices alike). */
const ADMINISTRATOR = 'Administrator';

/** The role that sees the picture and its own account alone. */
const GUEST = 'Guest';

/**
 * The picture and, for those who manage people, the people are in the bar; everything else is one step further. Roles
 * of a device's own making keep every place: the device answers for their rights.
 */
export function placesOf({ role, isListingStreams }: PlacesInput): Places {
  const isManaging = role === undefined || role === ADMINISTRATOR;
  const own: Place[] = role === GUEST ? [] : ['requests', 'terminal'];
  const web: Place[] = role === GUEST || isListingStreams === false ? [] : ['web'];
  return {
    bar: isManaging ? ['live', 'people'] : ['live'],
    more: [...own, ...web, 'connection', ...(isManaging ? [] : (['people'] as const))],
  };
}
