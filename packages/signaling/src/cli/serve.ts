/** @module `longwire-signaling serve`. */
import { once } from 'node:events';
import { stopSignal } from '@longwire/protocol';
import { createService, type Service } from '../create-service.ts';
import { hasTls } from './flags/tls-flags.ts';
import { serviceOptions, type ServeFlags } from './serve-flags.ts';

/**
 * Time beyond the configured limits after which the process exits anyway, in milliseconds: a hanging database
 * or Redis must not keep it alive.
 */
const LAST_RESORT_MS = 10_000;

/** Runs the service until SIGTERM or SIGINT. */
export async function serve(flags: ServeFlags): Promise<void> {
  const stopping = stopSignal(process);
  await using service = await createService(serviceOptions(flags));
  if (hasTls(flags)) process.on('SIGHUP', () => void service.renewCertificate());
  process.stdout.write(`longwire-signaling listening on ${service.url}\n`);
  for (const line of entryLines(service)) process.stdout.write(`${line}\n`);
  if (!stopping.aborted) await once(stopping, 'abort');
  const { drainDelayMs, closeTimeoutMs, shutdownGraceMs } = flags;
  const lastMs = drainDelayMs + closeTimeoutMs + shutdownGraceMs + LAST_RESORT_MS;
  setTimeout(() => {
    process.stderr.write('longwire-signaling: did not stop in time and was ended\n');
    process.exit(1);
  }, lastMs).unref();
}

/** How people reach a service with an automatic certificate. */
function entryLines({ entry }: Service): readonly string[] {
  if (entry === undefined) return [];
  const { hostName, origins, plainPort, authority } = entry;
  const lines = [`open ${origins.join(' or ')}`];
  if (authority === undefined) return lines;
  const plain = `http://${hostName}${plainPort === 80 ? '' : `:${plainPort}`}/`;
  const where = plainPort === undefined ? authority.file : `${plain} (with steps for each system)`;
  return [
    ...lines,
    `browsers warn until they trust this service's authority: ${where}`,
    `its SHA-256 fingerprint: ${authority.fingerprint}`,
  ];
}
