/** @module The places of a device that a person can go to: by role, and by what the device has. */

import { isGuest, isManaging } from './roles.ts';

/** A place; each has its route. */
export type Place = 'live' | 'controls' | 'people' | 'activity' | 'terminal' | 'web' | 'connection';

/** What decides. */
export interface PlacesInput {
  /** The role of this browser's user; undefined until the device says it. */
  readonly role: string | undefined;
  /** Whether the role may have streams, such as a shell; assumed until the device refuses their list. */
  readonly hasStreams: boolean;
  /** False for a device known not to list its streams, which has no page of its own. */
  readonly isListingStreams: boolean | undefined;
  /** Whether the device has controls for this user; undefined until it has said so once. */
  readonly hasControls: boolean | undefined;
  /** Whether the device has a list of events for this user; undefined until it has said so once. */
  readonly hasEvents: boolean | undefined;
}

/** Where the places are. */
export interface Places {
  readonly bar: readonly Place[];
  readonly more: readonly Place[];
}

/**
 * The picture, the controls that the device has for this user and, for those who manage people, the people are in the bar; everything
 * else is one step further. Roles of a device's own making keep every place.
 */
export function placesOf({
  role,
  hasStreams,
  isListingStreams,
  hasControls,
  hasEvents,
}: PlacesInput): Places {
  const controls: Place[] = hasControls === true ? ['controls'] : [];
  // Any other request is under the controls, also on a device that has none.
  const moreControls: Place[] = isGuest(role) || hasControls === true ? [] : ['controls'];
  const activity: Place[] = hasEvents === true ? ['activity'] : [];
  const terminal: Place[] = isGuest(role) || !hasStreams ? [] : ['terminal'];
  const web: Place[] = terminal.length === 0 || isListingStreams === false ? [] : ['web'];
  return {
    bar: ['live', ...controls, ...(isManaging(role) ? (['people'] as const) : [])],
    more: [
      ...activity,
      ...moreControls,
      ...terminal,
      ...web,
      'connection',
      ...(isManaging(role) ? [] : (['people'] as const)),
    ],
  };
}
