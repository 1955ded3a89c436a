/** @module Talking to a device of the field, which offers its sound both ways on one line: what arrives there, with Opus and with PCMU. */
import { expect, test } from '../harness/fixtures.ts';
import { expectMovingPicture } from '../harness/expect-moving-picture.ts';
import type { TestClient } from '../harness/test-client.ts';

const VIDEO = 'frontdoor-video';
const AUDIO = 'frontdoor-audio';

/** Packets of a microphone that came out at the device so far. */
async function heard(client: TestClient): Promise<number> {
  const { json } = await client.requestJson('GET', '/talk');
  return typeof json === 'object' && json !== null && 'packets' in json ? Number(json.packets) : 0;
}

async function warnings(client: TestClient): Promise<unknown[]> {
  return (await client.events()).filter(({ type }) => type === 'warning');
}

for (const codec of ['Opus', 'PCMU'] as const) {
  test.describe(`a deployed device whose sound is ${codec}:`, () => {
    test.use({
      device: async ({ shared, start }, use) => {
        const args = codec === 'PCMU' ? ['--pcmu'] : [];
        await use(await start.device(shared.service, 'deployed', { args }));
      },
      signalingUrl: async ({ shared }, use) => await use(shared.signalingUrl('deployed')),
    });

    test('the microphone is heard on the line of the sound, and a picture that is asked for later moves', async ({
      connectClient,
      device,
    }) => {
      const client = await connectClient();
      await client.logInAsAdmin(device);
      expect(await client.requestTracks(AUDIO)).toBe(201);
      await expect.poll(async () => await client.trackIds()).toEqual([AUDIO]);
      await client.talk(AUDIO);
      await expect.poll(async () => await heard(client)).toBeGreaterThan(50);
      expect(await client.talkDirections()).toEqual(['sendrecv']);
      expect(await client.requestTracks(VIDEO)).toBe(201);
      await expectMovingPicture(client);
      const before = await heard(client);
      await expect.poll(async () => await heard(client)).toBeGreaterThan(before + 50);
      expect(await warnings(client)).toEqual([]);
    });
  });
}
