/** @module All checks of `doctor`, in the order in which they depend on each other. */
import { good, skipped, type Verdict } from '@longwire/protocol';
import type { ServiceRoute } from '../agent/attachment-socket.ts';
import type { NetworkConfig } from '../config/network-section.ts';
import type { StatusReport } from '../control/status-report.ts';
import { checkCameras } from './check-cameras.ts';
import { checkClock } from './check-clock.ts';
import { checkFiles, type CheckedFiles } from './check-files.ts';
import { checkPlatform } from './check-platform.ts';
import { checkService } from './check-service.ts';
import { checkStreams } from './check-streams.ts';

/** Options of {@link examine}. */
export interface DoctorOptions {
  readonly files: CheckedFiles;
  /** How the service is reached, if it runs on the same machine. */
  readonly route?: ServiceRoute;
  /** Returns the status of the running device, if one runs. */
  readonly status: () => Promise<StatusReport | undefined>;
}

/** Checks the network; loaded lazily, because a library that does not load would end this process. */
async function lookOut(platform: readonly Verdict[], network: NetworkConfig): Promise<readonly Verdict[]> {
  if (platform.some(({ kind }) => kind === 'bad'))
    return [skipped('udp', 'the library for peer connections does not load')];
  const { checkNetwork } = await import('./check-network.ts');
  return checkNetwork({ network });
}

/** Runs all checks and reports each finding as soon as it is known. */
export async function* examine({ files, route, status }: DoctorOptions): AsyncGenerator<Verdict> {
  const platform = await checkPlatform();
  yield* platform;
  const { verdicts, config, identity } = await checkFiles(files);
  yield* verdicts;
  if (config === undefined) {
    yield checkClock(Date.now(), undefined);
    return;
  }
  const running = await status();
  yield good(
    'running',
    running === undefined ? 'no device runs here' : `a device has run here for ${running.uptimeSeconds} s`,
  );
  yield* await checkService({ place: config, route, identity, running: running?.attachment });
  yield* await lookOut(platform, config.network);
  yield* await checkCameras({ cameras: config.cameras, directory: files.directory });
  yield* await checkStreams(config.streams, files.directory);
}
