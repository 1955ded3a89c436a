/** @module The type of a test with further fixtures. */
import type { TestType } from '@playwright/test';

/** What `extend` makes of a test. */
export type ExtendedTest<Base, Fixtures, WorkerFixtures = object> =
  Base extends TestType<infer Args, infer WorkerArgs>
    ? TestType<Args & Fixtures, WorkerArgs & WorkerFixtures>
    : never;
