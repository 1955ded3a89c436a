/** @module Finds ONVIF cameras in the network by WS-Discovery. */
import onvif from 'onvif';

/** A camera that answered. */
export interface FoundCamera {
  readonly hostname: string;
  readonly port: number;
  readonly path: string;
  /** Its name for people. */
  readonly title: string;
}

/** How long cameras may take to answer, in milliseconds. Reason: they wait up to half a second (WS-Discovery APP_MAX_DELAY), and some are slow. */
const ANSWER_MS = 3_000;

/** Longest name. Reason: the limit of a camera's title. */
const MAX_TITLE_LENGTH = 64;

/** For answers that are not those of cameras: without a listener they would end the process. */
const ignore = (): void => undefined;

/** Asks all cameras of the network for their addresses. */
export async function discoverCameras(timeoutMs: number = ANSWER_MS): Promise<readonly FoundCamera[]> {
  const found = new Map<string, FoundCamera>();
  const handleDevice = (answer: unknown, { address }: { readonly address: string }): void => {
    const camera = readAnswer(answer, address);
    if (camera !== undefined) found.set(`${camera.hostname}:${camera.port}`, camera);
  };
  onvif.Discovery.on('device', handleDevice).on('error', ignore);
  try {
    await new Promise<void>((resolve) => {
      onvif.Discovery.probe({ timeout: timeoutMs, resolve: false }, () => resolve());
    });
  } finally {
    onvif.Discovery.off('device', handleDevice).off('error', ignore);
  }
  return [...found.values()];
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Reads an answer; the camera is at the address that the answer came from, whatever else it lists. */
export function readAnswer(answer: unknown, address: string): FoundCamera | undefined {
  const match = fieldOf(fieldOf(answer, 'probeMatches'), 'probeMatch');
  const urls = textOf(fieldOf(match, 'XAddrs'))
    .split(/\s+/u)
    .flatMap((text) => URL.parse(text) ?? []);
  const url = urls.find(({ hostname }) => hostname === address) ?? urls[0];
  if (url === undefined) return undefined;
  const title = nameIn(textOf(fieldOf(match, 'scopes')));
  return {
    hostname: address,
    port: Number(url.port || '80'),
    path: url.pathname,
    title: title === '' ? address : title,
  };
}

/** The name among the scopes of a camera (ONVIF Core, section 7.3.2.2). */
function nameIn(scopes: string): string {
  const [, name = ''] = /onvif:\/\/www\.onvif\.org\/name\/(\S+)/u.exec(scopes) ?? [];
  try {
    return decodeURIComponent(name)
      .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
      .slice(0, MAX_TITLE_LENGTH)
      .trim();
  } catch {
    return '';
  }
}
