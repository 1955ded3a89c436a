/** @module What an application loads, measured against what it may load; a part of `npm run check`. */
import { join } from 'node:path';
import { isWithin, measure, type Budget } from './sizes/measure.ts';
import { ROOT } from './step.ts';

const CLIENT = join(ROOT, 'packages/client/src');
const module = join(CLIENT, 'index.ts');

/** In bytes; a KB has a thousand. Each limit is just above what is reached, until the aim named beside it is: what comes to it has to be seen. */
const BUDGETS: readonly Budget[] = [
  {
    name: 'createConnection',
    module,
    names: '{ createConnection }',
    counts: 'start',
    // what is remembered over page loads takes 0.3 KB of it, the check of signaling and the reason of a close 0.2 KB,
    // the check of ICE servers that no browser takes 0.2 KB, events in their order and the name of what a platform without WebRTC lacks 0.1 KB
    maxBytes: 15_630,
  },
  {
    name: 'everything, with what is loaded on first use',
    module,
    names: '*',
    counts: 'all',
    // the aim is 42_000; docs/adr/0033 says what it would take
    // waiting for an offline device takes 0.7 KB of it, the quality of pictures 0.9 KB, an offer before its ICE servers 0.3 KB,
    // the check of signaling and the reason of a close 0.6 KB, the end of a user's access 0.2 KB, the head start of candidates 0.1 KB,
    // the check of ICE servers that no browser takes 0.2 KB, limits for what an application, a device or a service leaves unanswered 0.2 KB,
    // the limits of tracks and a second try for quality 0.2 KB, events in their order and logins that end with their connection 0.2 KB,
    // that a diagnosis notices a browser whose UDP is switched off 10 bytes, errors that name what callers without types got wrong 40 bytes
    maxBytes: 83_600,
  },
  {
    name: 'the script-tag bundle',
    module: join(CLIENT, 'global/index.ts'),
    names: '*',
    counts: 'script',
    // the aim is 46_000; docs/adr/0033 says what it would take
    // errors that name what callers without types got wrong take 50 bytes of it
    maxBytes: 64_920,
  },
  {
    name: 'the hooks and components for React, beside the client',
    module: join(ROOT, 'packages/react/src/index.ts'),
    names: '*',
    without: ['@longwire/client', 'react'],
    counts: 'all',
    maxBytes: 8_000,
  },
];

const kilobytes = (bytes: number): string => `${(bytes / 1_000).toFixed(2)} KB`;

const measured = await measure(BUDGETS);
for (const found of measured) {
  const mark = isWithin(found) ? 'ok  ' : 'FAIL';
  console.log(`  ${mark} ${found.name}: ${kilobytes(found.bytes)} of ${kilobytes(found.maxBytes)}`);
}
process.exitCode = measured.every(isWithin) ? 0 : 1;
