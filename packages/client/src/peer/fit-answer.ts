/**
 * @module Makes the directions of an answer fit the offer: devices in the field repeat `sendrecv` whatever was
 * offered (RFC 3264 section 6.1).
 */
import { DIRECTION, flowOf, mediaSections, midOf, sectionsOf, type Flow } from './sdp-sections.ts';

/**
 * The answer with each media line sending only what the offer can receive, and receiving only what it sends; browsers
 * refuse an answer if one line exceeds that.
 */
export function fitAnswer(offer: string, answer: string): string {
  const offered = new Map(mediaSections(offer).map((section) => [midOf(section), flowOf(section)]));
  return sectionsOf(answer)
    .map((section) => {
      const flow = section.startsWith('m=') ? offered.get(midOf(section)) : undefined;
      return flow === undefined ? section : fitSection(section, flow);
    })
    .join('');
}

function fitSection(section: string, offered: Flow): string {
  const said = flowOf(section);
  const fitting = { sends: said.sends && offered.receives, receives: said.receives && offered.sends };
  if (fitting.sends === said.sends && fitting.receives === said.receives) return section;
  const line = `a=${directionOf(fitting)}`;
  return DIRECTION.test(section) ? section.replace(DIRECTION, line) : `${section.trimEnd()}\r\n${line}\r\n`;
}

function directionOf({ sends, receives }: Flow): string {
  if (sends) return receives ? 'sendrecv' : 'sendonly';
  return receives ? 'recvonly' : 'inactive';
}
