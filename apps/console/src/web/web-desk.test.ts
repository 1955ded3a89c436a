/** @module What is known of a device's own page while the device comes and goes. */
import { expect, test } from 'vitest';
import { WebDesk } from './web-desk.ts';
import { WebPlace } from './web-places.ts';

/** Once what was asked has been answered. */
const answered = async (): Promise<void> => await new Promise((resolve) => setTimeout(resolve));

test('a device that did not answer is asked again when it is back, and one that did is left in peace', async () => {
  let isAway = true;
  let asked = 0;
  const desk = new WebDesk({
    askOrigin: async () => ({ kind: 'origin', origin: 'https://one.example' }),
    readTunnels: async () => {
      asked += 1;
      if (isAway) throw new Error('away');
      return { tunnels: [{ port: 80, name: 'web' }], isListed: true };
    },
    place: new WebPlace(),
  });
  const end = desk.subscribe(() => undefined);
  await answered();
  expect(desk.snapshot()).toEqual({ kind: 'unreachable' });
  isAway = false;
  desk.retry();
  await answered();
  expect(desk.snapshot()).toMatchObject({ kind: 'ready', port: 80 });
  desk.retry();
  await answered();
  expect(asked).toBe(2);
  end();
});
