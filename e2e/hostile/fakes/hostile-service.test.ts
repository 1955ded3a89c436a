/** @module The hostile service against fakes: every script that needs no browser. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FAKES_SCRIPTS } from '../scripts/fakes-scripts.ts';
import { runInFakes } from './run-in-fakes.ts';
import { watchCrypto } from './settle.ts';

let ran = 0;

beforeAll(() => watchCrypto());
afterAll(() => console.log(`hostile service: ${ran} of ${FAKES_SCRIPTS.length} scripts ran against fakes`));

describe('a hostile service never makes a client show something false:', () => {
  test.each(FAKES_SCRIPTS.map((script) => [script.name, script] as const))('%s', async (_name, script) => {
    const { outcome, falsehoods, shown, secrets, fired, impostorsReached } = await runInFakes(script);
    ran += 1;
    expect(falsehoods).toEqual([]);
    expect(secrets).toEqual([]);
    expect(shown).toEqual(expect.arrayContaining([...(script.shows ?? [])]));
    expect(script.allowed).toContain(outcome);
    for (const count of fired) expect(count, 'the service has done what the script says').toBeGreaterThan(0);
    const isReached = script.remotePeer !== 'impostor' || script.bait !== 'nothing' || impostorsReached > 0;
    expect(isReached, 'the impostor has had a connection').toBe(true);
  });
});
