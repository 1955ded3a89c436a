/** @module All checks of `doctor`, in the order in which they depend on each other. */
import { bad, good, skipped, type Verdict } from '@longwire/protocol';
import type { ServiceRoute } from '../agent/attachment-socket.ts';
import { formatSeconds } from '../cli/format-status.ts';
import type { NetworkConfig } from '../config/network-section.ts';
import type { StatusReport } from '../control/status-report.ts';
import { reasonOf } from '../log/reason-of.ts';
import { checkCameras } from './check-cameras.ts';
import { checkClock } from './check-clock.ts';
import { checkFiles, type CheckedFiles } from './check-files.ts';
import { checkPlatform } from './check-platform.ts';
import { checkService, type ServiceCheck } from './check-service.ts';
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

/** Asks the running device, if one runs, for its attachment. */
async function askRunning(
  status: DoctorOptions['status'],
): Promise<{ readonly verdict: Verdict; readonly running: ServiceCheck['running'] }> {
  try {
    const running = await status();
    const text =
      running === undefined
        ? 'no device runs here'
        : `a device has run here for ${formatSeconds(running.uptimeSeconds)}`;
    return { verdict: good('running', text), running: running?.attachment };
  } catch (error) {
    const text = `the device that runs here cannot be asked: ${reasonOf(error)}`;
    return { verdict: bad('running', text, 'read its log, and restart it'), running: 'silent' };
  }
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
  const { verdict, running } = await askRunning(status);
  yield verdict;
  yield* await checkService({ place: config, route, identity, running });
  yield* await lookOut(platform, config.network);
  yield* await checkCameras({
    cameras: config.cameras,
    directory: files.directory,
    isRunning: running !== undefined,
  });
  yield* await checkStreams(config.streams, files.directory);
}
