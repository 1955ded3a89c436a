/** @module Waits until the household that another process runs can be reached. */
import { setTimeout as delay } from 'node:timers/promises';
import { EdgeError } from '@longwire/protocol';
import { connectControl } from '@longwire/device/cli';
import type { HouseholdFiles } from './household-files.ts';

/** Longest wait, in milliseconds, and how often is looked. Reason: a small board needs several seconds to start Node. */
const START_MS = 60_000;
const INTERVAL_MS = 250;

/** Resolves once its device is attached to its service. @throws EdgeError ERR_STATE */
export async function waitForDevice(
  { control }: HouseholdFiles,
  timeoutMs: number = START_MS,
): Promise<void> {
  const endMs = Date.now() + timeoutMs;
  while (Date.now() < endMs) {
    const running = await connectControl(control);
    if ((await running?.status())?.attachment.state === 'attached') return;
    await delay(INTERVAL_MS);
  }
  throw new EdgeError('ERR_STATE', "longwire did not start in time: see 'journalctl -u longwire'");
}
