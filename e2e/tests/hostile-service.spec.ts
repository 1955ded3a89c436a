/** @module The hostile service in a real Chromium: nothing false is ever shown as verified, logged in or named. */
import { expect, test } from '../harness/hostile-fixtures.ts';
import { meetsImpostor, runApplication, runConsoleInChromium } from '../hostile/chromium/run-in-chromium.ts';
import { CHROMIUM_SCRIPTS } from '../hostile/scripts/chromium-scripts.ts';
import { hostileWatch } from '../pages/hostile-watch.ts';

console.log(`hostile service: ${CHROMIUM_SCRIPTS.length} scripts in Chromium`);

for (const script of CHROMIUM_SCRIPTS) {
  test(script.name, async ({ hostile, context }) => {
    const { page } = hostile;
    const service = script.isWithoutHttp2 === true ? hostile.tlsService : hostile.service;
    const device = await hostile.device(script.device);
    const other = await hostile.device(script.device === 'longwire' ? 'deployed' : 'longwire');
    const options = { script, service, device, other };
    if (script.client === 'console') await context.addInitScript(hostileWatch);
    const ran =
      script.client === 'console'
        ? await runConsoleInChromium(context, options)
        : await runApplication(page, options);
    expect(ran.falsehoods).toEqual([]);
    expect(ran.secrets).toEqual([]);
    expect(script.allowed).toContain(ran.outcome);
    expect(ran.shown).toEqual(expect.arrayContaining([...(script.shows ?? [])]));
    const hasCome = script.bait !== 'nothing' || service.connections > 0;
    expect(hasCome, 'the client has come to the service').toBe(true);
    for (const count of service.tamperer.counts)
      expect(count, 'the service has done what the script says').toBeGreaterThan(0);
    if (meetsImpostor(script)) expect(service.impostorRequests, 'the impostor was asked').toBeGreaterThan(0);
  });
}
