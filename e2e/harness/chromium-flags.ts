/** @module How Chromium is started for tests and measurements. */

/** A page that may use the microphone sees its own host addresses as well. */
export const MICROPHONE_FLAG = '--use-fake-ui-for-media-stream';

/** Everything begins to play by itself, also what is heard; without it a person has to touch the page first. */
export const AUTOPLAY_FLAG = '--autoplay-policy=no-user-gesture-required';

/** Headless, as root, quiet on the network, with a fake camera and microphone. */
export const CHROMIUM_FLAGS: readonly string[] = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Names that nobody has are not asked for: tests talk to loopback only.
  '--host-resolver-rules=MAP *.example ~NOTFOUND',
  '--use-fake-device-for-media-stream',
  MICROPHONE_FLAG,
  AUTOPLAY_FLAG,
];

/** With these a page sees its own host addresses. In place of Playwright's list of disabled features, which takes the workers from frames of other sites. */
export const OPEN_FLAGS: readonly string[] = [
  ...CHROMIUM_FLAGS,
  '--disable-features=WebRtcHideLocalIpsWithMdns',
];
