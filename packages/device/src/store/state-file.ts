/** @module The state in a file. */
import { chmodSync, readFileSync, renameSync } from 'node:fs';
import { EdgeError, hasErrorCode, TaskQueue } from '@longwire/protocol';
import type { IamState } from '../iam/iam-state.ts';
import type { StateStore } from '../iam/state-store.ts';
import { createFile, replaceFile } from './replace-file.ts';
import { formatState, NewerStateError, parseState } from './state-json.ts';

/** What {@link openStateFile} takes besides the path. */
export interface StateFileOptions {
  /** Names the file that a damaged one is moved to. */
  readonly now?: () => Date;
}

/** Keeps a state in a file; what `save` has resolved for is there after a kill at any moment. */
class StateFile implements StateStore {
  readonly #path: string;
  readonly #writes = new TaskQueue();
  #state: IamState;

  constructor(path: string, state: IamState) {
    this.#path = path;
    this.#state = state;
  }

  get state(): IamState {
    return this.#state;
  }

  save(next: IamState): Promise<void> {
    return this.#writes.run(async () => {
      try {
        await replaceFile(this.#path, formatState(next));
      } catch (cause) {
        throw new EdgeError('ERR_STORE_WRITE', `state expected to be written to ${this.#path}`, { cause });
      }
      this.#state = next;
    });
  }
}

/**
 * Opens the state of a device. A file that is not a whole state is set aside under another name, and nothing takes its place; one that
 * a newer version has written stays where it is.
 * @throws EdgeError ERR_STORE_READ when there is no state, a damaged or a newer one: a device without its users must not run.
 */
export function openStateFile(path: string, { now = () => new Date() }: StateFileOptions = {}): StateStore {
  const text = readState(path);
  try {
    return new StateFile(path, parseState(text));
  } catch (cause) {
    if (cause instanceof NewerStateError)
      throw new EdgeError(
        'ERR_STORE_READ',
        `state in ${path} was written by a newer longwire-device, and was left as it is: run that one, or put an older backup in its place`,
        { cause },
      );
    const aside = `${path}.damaged-${now().toISOString().replaceAll(':', '-')}`;
    renameSync(path, aside);
    throw new EdgeError(
      'ERR_STORE_READ',
      `state in ${path} is damaged and was moved to ${aside}: put a backup in its place, or run longwire-device init to begin with new users`,
      { cause },
    );
  }
}

/** Makes the first state of a device. @throws EdgeError ERR_ALREADY_EXISTS when there is one, which is left as it is. */
export async function createStateFile(path: string, state: IamState): Promise<void> {
  try {
    await createFile(path, formatState(state));
  } catch (cause) {
    if (hasErrorCode(cause, 'EEXIST'))
      throw new EdgeError('ERR_ALREADY_EXISTS', `state expected to be new, got one in ${path} already`, {
        cause,
      });
    throw new EdgeError('ERR_STORE_WRITE', `state expected to be written to ${path}`, { cause });
  }
}

function readState(path: string): string {
  try {
    const text = readFileSync(path, 'utf8');
    chmodSync(path, 0o600);
    return text;
  } catch (cause) {
    const hint = hasErrorCode(cause, 'ENOENT') ? 'found none: run longwire-device init' : 'could not read it';
    throw new EdgeError('ERR_STORE_READ', `state expected in ${path}, ${hint}`, { cause });
  }
}
