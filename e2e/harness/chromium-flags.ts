/** @module Chromium's flags for tests and measurements. */

/** A page that may use the microphone can see its host addresses as well. */
export const MICROPHONE_FLAG = '--use-fake-ui-for-media-stream';

/** Allows autoplay, also with sound; without it a person has to touch the page first. */
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
  // No lookups of unknown names: tests talk to loopback only.
  '--host-resolver-rules=MAP *.example ~NOTFOUND',
  '--use-fake-device-for-media-stream',
  MICROPHONE_FLAG,
  AUTOPLAY_FLAG,
];

/** With these a page sees its host addresses. They replace Playwright's list of disabled features, which takes the workers from frames of other sites. */
export const OPEN_FLAGS: readonly string[] = [
  ...CHROMIUM_FLAGS,
  '--disable-features=WebRtcHideLocalIpsWithMdns,SpareRendererForSitePerProcess',
];
