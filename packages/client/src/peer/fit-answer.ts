/** @module Makes the directions of an answer fit the offer: devices in the field repeat `sendrecv` whatever was offered (RFC 3264 section 6.1). */

interface Flow {
  readonly sends: boolean;
  readonly receives: boolean;
}

const DIRECTION = /^a=(sendrecv|sendonly|recvonly|inactive)$/mu;
const MID = /^a=mid:(\S+)/mu;

/**
 * The answer with each media line sending only what the offer is ready to receive, and receiving only what it sends;
 * browsers refuse the whole of an answer in which one line says more.
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

function sectionsOf(sdp: string): string[] {
  return sdp
    .replaceAll('\r\n', '\n')
    .replaceAll('\n', '\r\n')
    .split(/^(?=m=)/mu);
}

function mediaSections(sdp: string): string[] {
  return sectionsOf(sdp).filter((section) => section.startsWith('m='));
}

function midOf(section: string): string {
  return MID.exec(section)?.[1] ?? '';
}

/** What a line says of itself; without a word it goes both ways (RFC 8866 section 6.7). */
function flowOf(section: string): Flow {
  const direction = DIRECTION.exec(section)?.[1] ?? 'sendrecv';
  return {
    sends: direction === 'sendrecv' || direction === 'sendonly',
    receives: direction === 'sendrecv' || direction === 'recvonly',
  };
}

function directionOf({ sends, receives }: Flow): string {
  if (sends) return receives ? 'sendrecv' : 'sendonly';
  return receives ? 'recvonly' : 'inactive';
}
