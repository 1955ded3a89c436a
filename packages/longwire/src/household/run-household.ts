/** @module Runs the service and the device of a household in this process. */
import { loadIdentity, openStateFile } from '@longwire/device';
import { readConfig, type LogLevel } from '@longwire/device/cli';
import { serveDevice } from '@longwire/device/serve';
import { createService, type Registry, type Service } from '@longwire/signaling';
import { serviceOptions, type ServeFlags } from '@longwire/signaling/cli';
import type { HouseholdFiles } from './household-files.ts';
import { listenProblem } from './listen-problem.ts';
import { serviceRoute } from './service-route.ts';

/** Options of {@link runHousehold}. */
export interface RunOptions {
  readonly files: HouseholdFiles;
  readonly flags: ServeFlags;
  readonly logLevel: LogLevel;
  /** Ends it. */
  readonly signal: AbortSignal;
  /** Called once the device can be reached through the service. */
  readonly handleReady: () => void;
}

/** Runs until aborted; resolves once both are closed. @throws EdgeError ERR_LISTEN, ERR_CONFIG, ERR_IN_USE */
export async function runHousehold({
  files,
  flags,
  logLevel,
  signal,
  handleReady,
}: RunOptions): Promise<void> {
  await using service = await startService(flags);
  await register(service.registry, files);
  let isReady = false;
  await serveDevice({
    directory: files.directory,
    logLevel,
    signal,
    route: await serviceRoute(files, flags),
    handleAttached: () => {
      if (!isReady) handleReady();
      isReady = true;
    },
  });
}

async function startService(flags: ServeFlags): Promise<Service> {
  try {
    return await createService(serviceOptions(flags));
  } catch (error) {
    const { cause } = Object(error);
    throw listenProblem(flags.port, cause) ?? error;
  }
}

/** Registers the device with its key, if it is not: the database can be lost without loss. */
export async function register(
  { products, devices }: Pick<Registry, 'products' | 'devices'>,
  files: Pick<HouseholdFiles, 'config' | 'identity' | 'state'>,
): Promise<void> {
  const { productId, deviceId } = await readConfig(files.config);
  const { fingerprint } = await loadIdentity(files.identity);
  if (!(await products.has(productId))) await products.add(productId);
  const known = await devices.get({ productId, deviceId });
  if (known === undefined) {
    const name = openStateFile(files.state).state.friendlyName ?? undefined;
    await devices.add({ productId, deviceId, fingerprint, name });
  } else if (known.fingerprint !== fingerprint)
    await devices.update({ productId, deviceId }, { fingerprint });
}
