/** @module What a program that makes load prints: `loading` once the measurement begins, and its result. */
import { setTimeout as delay } from 'node:timers/promises';
import { quantile } from '../report.ts';

/** A load of requests, logins or messages. */
export interface LoadResult {
  readonly count: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** By then the measured code has been compiled. */
const WARM_UP_MS = 1_000;

/** Begins a load that reports how long each of its parts took, and prints its result after some seconds. */
export async function printLoad(
  seconds: number,
  begin: (tell: (elapsedMs: number) => void) => void,
): Promise<void> {
  let samples: number[] = [];
  begin((elapsedMs) => samples.push(elapsedMs));
  await delay(WARM_UP_MS);
  console.log('loading');
  samples = [];
  const startedMs = performance.now();
  await delay(seconds * 1000);
  const measured = samples;
  const result: LoadResult = {
    count: measured.length,
    perSecond: (measured.length / (performance.now() - startedMs)) * 1000,
    p50Ms: quantile(measured, 0.5),
    p99Ms: quantile(measured, 0.99),
  };
  console.log(`result ${JSON.stringify(result)}`);
}
