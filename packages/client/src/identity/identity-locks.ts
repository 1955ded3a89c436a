/** @module Coordinates open tabs with Web Locks: which tab renews, and which certificates are in use. */

/** The part of Web Locks that is used. */
export type LockSource = Pick<LockManager, 'request'>;

/** Named locks. No call waits for a lock. */
export interface IdentityLocks {
  /** Holds a shared lock until the returned function is called. */
  share(name: string): () => void;
  /** Runs the task with an exclusive lock; `held` if another holder has it, `none` if the browser has no locks. */
  tryAlone(name: string, task: () => Promise<void>): Promise<'done' | 'held' | 'none'>;
}

/** Locks made with the browser's Web Locks. */
export function createIdentityLocks(source: () => LockSource | undefined): IdentityLocks {
  return {
    share: (name) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      // If the browser refuses locks, `tryAlone` reports `none`.
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
