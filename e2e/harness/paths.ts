/** @module File paths and addresses that tests share. */
import { join } from 'node:path';

/** The folder of the repository. */
export const ROOT: string = join(import.meta.dirname, '..', '..');

/** The environment variable that passes the folder of {@link site} to the processes of a run. */
export const SITE_VARIABLE = 'LONGWIRE_E2E_SITE';

/** The build of a run, served by the service: the console, and the test pages. */
export function site(): string {
  const folder = process.env[SITE_VARIABLE];
  if (folder === undefined) throw new Error(`${SITE_VARIABLE} is not set: the global set-up has not run`);
  return folder;
}

/** The programs that run as processes of their own. */
export const SIGNALING_CLI = 'packages/signaling/src/cli/main.ts';
export const DEVICE_CLI = 'packages/device/src/cli/main.ts';
/** Runs commands of both. */
export const COMMANDS = 'e2e/peers/commands.ts';
export const DEMO = 'apps/demo/src/main.ts';
export const DEMO_DEVICE = 'apps/demo/src/device.ts';
export const CLASSIC_PROXY = 'e2e/peers/classic-proxy.ts';
export const DEPLOYED_DEVICE = 'e2e/peers/deployed-device.ts';
export const CAMERA_DEVICE = 'e2e/peers/camera-device.ts';
export const TWO_CAMERAS_DEVICE = 'e2e/peers/two-cameras-device.ts';
export const CONTROLS_DEVICE = 'e2e/peers/controls-device.ts';
export const PAGE_DEVICE = 'e2e/peers/page-device.ts';
export const CODEC_DEVICE = 'e2e/peers/codec-device.ts';
/** A device with streams: a shell, a tunnel, files. */
export const STREAM_DEVICE = 'e2e/peers/stream-device.ts';
/** Loaded before a device's program. */
export const WATCH_REQUESTS = './e2e/peers/watch-requests.ts';
export const CANARY = 'e2e/peers/canary.ts';
export const DELAYING_RELAY = 'e2e/peers/delaying-relay.ts';
export const LOSSY_LINES = 'e2e/peers/lossy-lines.ts';
export const ECHO = 'e2e/peers/echo.ts';
export const HARD_PRESSED_DEVICE = 'e2e/peers/hard-pressed-device.ts';
export const HOSTILE_WORDS_DEVICE = 'e2e/peers/hostile-words-device.ts';
export const OVERSIZED_CLIENT = 'e2e/peers/oversized-client.ts';
export const MANY_DEVICES = 'e2e/peers/many-devices.ts';
