/** @module Commands of root act as the owner of the folder, so that the device can still read what they write. */
import { stat } from 'node:fs/promises';
import { hasErrorCode } from '@longwire/protocol';

/** The parts of a process that change its user. */
export type UserProcess = Pick<NodeJS.Process, 'getuid' | 'setuid' | 'setgid' | 'setgroups'>;

/** Continues as the owner of a folder, if the process is root and the owner is not. */
export async function becomeOwner(directory: string, self: UserProcess = process): Promise<void> {
  if (self.getuid?.() !== 0) return;
  const owner = await ownerOf(directory);
  if (owner === undefined || owner.uid === 0) return;
  self.setgroups?.([owner.gid]);
  self.setgid?.(owner.gid);
  self.setuid?.(owner.uid);
}

async function ownerOf(
  directory: string,
): Promise<{ readonly uid: number; readonly gid: number } | undefined> {
  try {
    return await stat(directory);
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}
