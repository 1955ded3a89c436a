/** @module Warns of links that other computers cannot use. */
import { linkReach } from '@longwire/protocol/pairing';
import { messages } from '../messages/messages.ts';

/** The warning for a link; undefined if every browser can use it. */
export function linkWarning(
  link: string,
  words: Pick<typeof messages.people, 'linkOnlyHere' | 'linkInsecure'> = messages.people,
): string | undefined {
  const reach = linkReach(link);
  if (reach === 'everywhere') return undefined;
  return reach === 'this-machine' ? words.linkOnlyHere : words.linkInsecure;
}
