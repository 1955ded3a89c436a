/**
 * @module A device that notes the number of each call that it runs in a file, before it answers.
 * `numbered-device.ts --directory DIR --product P --device D --service URL --journal FILE`
 */
import { openSync, writeSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createDevice, createStderrLogger } from '@longwire/device';
import { DEVICE_FLAGS, deviceOptions, serve } from '../harness/sdk-device.ts';

const { values } = parseArgs({ options: { ...DEVICE_FLAGS, journal: { type: 'string', default: '' } } });

/** What is written is kept by the system when this process is killed. */
const journal = openSync(values.journal, 'a');

const device = createDevice({ ...(await deviceOptions(values)), logger: createStderrLogger() });
/** So that a restart finds calls that ran and are not answered, in milliseconds. */
const ANSWER_AFTER_MS = 10;

const run = async ({
  params: { number },
}: {
  readonly params: { readonly number: string };
}): Promise<string> => {
  writeSync(journal, `${number}\n`);
  await delay(ANSWER_AFTER_MS);
  return number;
};
device.get('/calls/:number', run, { action: null });
device.post('/calls/:number', run);
device.put('/calls/:number', run);
/** What keeps the process alive, by kind. */
device.get('/left', () => process.getActiveResourcesInfo(), { action: null });
await serve(device, values.service);
