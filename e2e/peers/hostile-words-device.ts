/**
 * @module A device whose every text attacks the page that shows it, in its own process.
 * `hostile-words-device.ts --directory DIR --product P --device D --service URL`
 */
import { parseArgs } from 'node:util';
import { createDevice, createStderrLogger, HandlerError } from '@longwire/device';
import { ContentFormat } from '@longwire/protocol';
import { LONG_WORD, MARKUP } from '../harness/hostile-words.ts';
import { DEVICE_FLAGS, deviceOptions, serve } from '../harness/sdk-device.ts';

const { values } = parseArgs({ options: DEVICE_FLAGS });
const device = createDevice({ ...(await deviceOptions(values)), logger: createStderrLogger() });
device.get('/words', () => [MARKUP, LONG_WORD], {
  facts: { title: MARKUP.padEnd(128, 'W'), rt: '><svg/onload=boom()>', ct: ContentFormat.json },
});
device.get('/text', () => `${MARKUP} ${LONG_WORD}`);
device.get('/refused', () => {
  throw HandlerError.badRequest(`${MARKUP} ${LONG_WORD}`);
});
await serve(device, values.service);
