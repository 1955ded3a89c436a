/** @module `longwire-signaling serve`. */
import { once } from 'node:events';
import { createService } from '../create-service.ts';
import { serviceOptions, type ServeFlags } from './serve-flags.ts';

/** Runs the service until SIGTERM or SIGINT; a second signal ends the process at once. */
export async function serve(flags: ServeFlags): Promise<void> {
  const stopped = Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
  await using service = await createService({
    ...serviceOptions(flags),
    log: { level: flags.logLevel, stream: process.stderr },
  });
  process.stdout.write(`longwire-signaling listening on ${service.url}\n`);
  await stopped;
}
