/** @module `npm test`: check, unit tests, then the end-to-end tests in a real Chromium and a real Firefox with a real camera. */
import { step } from './step.ts';
import { CHROMIUM, CHROMIUM_SHELL, FIREFOX } from './system-browser.ts';
import {
  CADDY,
  CERTUTIL,
  COTURN,
  CURL,
  ensureTools,
  FAKETIME,
  FFMPEG,
  HAPROXY,
  LIBCOAP,
  NETWORKS,
  OPENSSH,
  PEBBLE,
  POSTGRESQL,
  PYTHON_WEBRTC,
  REDIS,
  RTSP_SERVER,
  STRACE,
  SYSTEMD,
} from './system-tools.ts';

async function main(): Promise<boolean> {
  await ensureTools([
    CHROMIUM,
    CHROMIUM_SHELL,
    FIREFOX,
    FFMPEG,
    RTSP_SERVER,
    PYTHON_WEBRTC,
    POSTGRESQL,
    REDIS,
    COTURN,
    NETWORKS,
    CADDY,
    HAPROXY,
    FAKETIME,
    STRACE,
    CERTUTIL,
    CURL,
    SYSTEMD,
    LIBCOAP,
    OPENSSH,
    PEBBLE,
  ]);
  return (
    (await step('check', 'npm', ['run', '--silent', 'check'])) &&
    (await step('unit tests', 'vitest', ['run'])) &&
    (await step('build', 'npm', ['run', '--silent', 'build'])) &&
    (await step('end-to-end tests', 'npm', ['run', '--silent', 'test:e2e']))
  );
}

try {
  process.exitCode = (await main()) ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
