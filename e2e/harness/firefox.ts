/** @module Firefox, driven through WebDriver BiDi. */
import { launch, type Browser, type LaunchOptions } from 'puppeteer-core';
import { FIREFOX } from '../../scripts/system-browser.ts';

/** Blocks all autoplay, also without sound; a click allows only the playback it starts. */
export const PLAYS_NOTHING: Readonly<Record<string, unknown>> = {
  'media.autoplay.default': 5,
  'media.autoplay.blocking_policy': 2,
};

/** Opens a Firefox with a fresh profile, without permission prompts and with host candidates; other preferences may be given. */
export async function launchFirefox(
  settings: Readonly<Record<string, unknown>> = {},
  options: Pick<LaunchOptions, 'acceptInsecureCerts' | 'userDataDir'> = {},
): Promise<Browser> {
  return await launch({
    ...options,
    browser: 'firefox',
    executablePath: await FIREFOX.ensure(),
    headless: true,
    extraPrefsFirefox: {
      'media.peerconnection.ice.obfuscate_host_addresses': false,
      'media.peerconnection.ice.loopback': true,
      'media.navigator.permission.disabled': true,
      'media.navigator.streams.fake': true,
      // No downloads: neither updates nor codecs.
      'media.gmp-manager.updateEnabled': false,
      'app.update.disabledForTesting': true,
      'network.captive-portal-service.enabled': false,
      'network.connectivity-service.enabled': false,
      ...settings,
    },
  });
}
