/** @module What tabs agree on while they live: who renews, and which certificates are in use (Web Locks). */

/** The part of Web Locks that is used. */
export type LockSource = Pick<LockManager, 'request'>;

/** Names that tabs hold. None of this ever waits: who cannot have a name does without. */
export interface IdentityLocks {
  /** Holds a name beside others until the answer is called. */
  share(name: string): () => void;
  /** Runs the task while nobody else has the name; `held` when somebody has, `none` where there are no locks. */
  tryAlone(name: string, task: () => Promise<void>): Promise<'done' | 'held' | 'none'>;
}

/** Locks by the browser's own. */
export function createIdentityLocks(source: () => LockSource | undefined): IdentityLocks {
  return {
    share: (name) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      // Where locks are refused nobody holds any, and `tryAlone` says so.
      void request(source, name, { mode: 'shared' }, () => promise).catch(() => undefined);
      return resolve;
    },
    tryAlone: async (name, task) => {
      let outcome: 'done' | 'held' | 'none' = 'none';
      let failure: { readonly error: unknown } | undefined;
      const once = async (lock: Lock | null): Promise<void> => {
        outcome = lock === null ? 'held' : 'done';
        if (lock === null) return;
        await task().catch((error: unknown) => {
          failure = { error };
        });
      };
      await request(source, name, { mode: 'exclusive', ifAvailable: true }, once).catch(() => undefined);
      if (failure !== undefined) throw failure.error;
      return outcome;
    },
  };
}

async function request(
  source: () => LockSource | undefined,
  name: string,
  options: LockOptions,
  task: (lock: Lock | null) => Promise<void>,
): Promise<void> {
  await source()?.request(name, options, task);
}
