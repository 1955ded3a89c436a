/** @module Everything that `doctor` looks at, in the order in which one thing needs another. */
import { good, skipped, type Verdict } from '@longwire/protocol';
import type { NetworkConfig } from '../config/network-section.ts';
import type { StatusReport } from '../control/status-report.ts';
import { checkCameras } from './check-cameras.ts';
import { checkClock } from './check-clock.ts';
import { checkFiles, type CheckedFiles } from './check-files.ts';
import { checkPlatform } from './check-platform.ts';
import { checkService } from './check-service.ts';
import { checkStreams } from './check-streams.ts';

/** What is looked at. */
export interface DoctorOptions {
  readonly files: CheckedFiles;
  /** Asks the device that runs here, if one does. */
  readonly status: () => Promise<StatusReport | undefined>;
}

/** Looks at the network; without the library there is nothing to look with, and loading it would end this. */
async function lookOut(platform: readonly Verdict[], network: NetworkConfig): Promise<readonly Verdict[]> {
  if (platform.some(({ kind }) => kind === 'bad'))
    return [skipped('udp', 'the library for peer connections does not load')];
  const { checkNetwork } = await import('./check-network.ts');
  return checkNetwork({ network });
}

/** Looks at everything and tells each finding as soon as it is there. */
export async function* examine({ files, status }: DoctorOptions): AsyncGenerator<Verdict> {
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
  yield* await checkService({ place: config, identity, running: running?.attachment });
  yield* await lookOut(platform, config.network);
  yield* await checkCameras({ cameras: config.cameras, directory: files.directory });
  yield* await checkStreams(config.streams, files.directory);
}
