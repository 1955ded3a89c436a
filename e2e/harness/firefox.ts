/** @module Firefox, driven through WebDriver BiDi. */
import { launch, type Browser } from 'puppeteer-core';
import { FIREFOX } from '../../scripts/system-browser.ts';

/** Opens a Firefox with a fresh profile, in which nothing is asked and host candidates are told. */
export async function launchFirefox(): Promise<Browser> {
  return await launch({
    browser: 'firefox',
    executablePath: await FIREFOX.ensure(),
    headless: true,
    extraPrefsFirefox: {
      'media.peerconnection.ice.obfuscate_host_addresses': false,
      'media.peerconnection.ice.loopback': true,
      'media.navigator.permission.disabled': true,
      'media.navigator.streams.fake': true,
      // Nothing is fetched from elsewhere: neither updates nor codecs.
      'media.gmp-manager.updateEnabled': false,
      'app.update.disabledForTesting': true,
      'network.captive-portal-service.enabled': false,
      'network.connectivity-service.enabled': false,
    },
  });
}
