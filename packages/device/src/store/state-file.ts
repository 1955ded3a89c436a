/** @module The state in a file. */
import { chmodSync, readFileSync } from 'node:fs';
import { EdgeError, hasErrorCode, TaskQueue } from '@longwire/protocol';
import type { IamState } from '../iam/iam-state.ts';
import type { StateStore } from '../iam/state-store.ts';
import { reasonOf } from '../log/reason-of.ts';
import { moveAside } from './move-aside.ts';
import { createFile, replaceFile } from './replace-file.ts';
import { formatState, NewerStateError, parseState } from './state-json.ts';

/** Options of {@link openStateFile} besides the path. */
export interface StateFileOptions {
  /** Names the file that a damaged one is moved to. */
  readonly now?: () => Date;
}

/** Stores a state in a file; a state that `save` has resolved for survives a kill at any moment. */
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
        await replaceFile(this.#path, readableText(next));
      } catch (cause) {
        throw new EdgeError(
          'ERR_STORE_WRITE',
          `cannot write the state to ${this.#path}: ${reasonOf(cause)}`,
          { cause },
        );
      }
      this.#state = next;
    });
  }
}

/**
 * Opens the state of a device. A damaged file is moved aside, and nothing replaces it; a file of a newer version is not changed.
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
        `state in ${path} was written by a newer longwire-device, and was not changed: run that version, or restore an older backup`,
        { cause },
      );
    const aside = moveAside(path, now());
    throw new EdgeError(
      'ERR_STORE_READ',
      `state in ${path} is damaged and was moved to ${aside}: restore a backup, or run longwire-device init to start with new users`,
      { cause },
    );
  }
}

/** Creates the initial state file of a device. @throws EdgeError ERR_ALREADY_EXISTS if one exists, which is not changed. */
export async function createStateFile(path: string, state: IamState): Promise<void> {
  try {
    await createFile(path, readableText(state));
  } catch (cause) {
    if (hasErrorCode(cause, 'EEXIST'))
      throw new EdgeError('ERR_ALREADY_EXISTS', `${path} holds a state already`, {
        cause,
      });
    throw new EdgeError('ERR_STORE_WRITE', `cannot write the state to ${path}: ${reasonOf(cause)}`, {
      cause,
    });
  }
}

/** The text of a state. @throws EdgeError as {@link parseState}: a text that it refuses would be moved aside at the next start. */
function readableText(state: IamState): string {
  const text = formatState(state);
  parseState(text);
  return text;
}

function readState(path: string): string {
  try {
    const text = readFileSync(path, 'utf8');
    chmodSync(path, 0o600);
    return text;
  } catch (cause) {
    const hint = hasErrorCode(cause, 'ENOENT') ? 'no such file: run longwire-device init' : reasonOf(cause);
    throw new EdgeError('ERR_STORE_READ', `no state in ${path}: ${hint}`, { cause });
  }
}
