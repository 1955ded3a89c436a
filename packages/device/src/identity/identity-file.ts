/** @module The identity in a file: made once, readable by its owner alone, never overwritten. */
import { readFile, rename, stat } from 'node:fs/promises';
import { EdgeError, hasErrorCode } from '@longwire/protocol';
import { createFile } from '../store/replace-file.ts';
import { formatPrivateKey, generatePrivateKey, identityOf, parsePrivateKey } from './identity-key.ts';
import type { Identity } from './identity.ts';

/** Permissions of anybody but the owner. */
const OTHERS_MODE = 0o077;

/** The key of an identity, or undefined where there is no file. */
async function readPrivateKey(file: string): Promise<string | undefined> {
  try {
    const { mode } = await stat(file);
    if ((mode & OTHERS_MODE) !== 0)
      throw new EdgeError(
        'ERR_IDENTITY_FILE',
        `identity in ${file} is open to other users; close it: chmod 600 ${file}`,
      );
    return await readFile(file, 'utf8');
  } catch (cause) {
    if (hasErrorCode(cause, 'ENOENT')) return undefined;
    if (cause instanceof EdgeError) throw cause;
    throw new EdgeError('ERR_IDENTITY_FILE', `identity expected in ${file}, could not read it`, { cause });
  }
}

/** Reads an identity. @throws EdgeError ERR_IDENTITY_FILE when it is missing, damaged, or readable by others. */
export async function loadIdentity(file: string): Promise<Identity> {
  const pem = await readPrivateKey(file);
  if (pem === undefined) throw new EdgeError('ERR_IDENTITY_FILE', `identity expected in ${file}, found none`);
  return identityOf(parsePrivateKey(pem));
}

/** Makes an identity. @throws EdgeError ERR_ALREADY_EXISTS when there is one, which is left as it is. */
export async function createIdentity(file: string): Promise<Identity> {
  const privateKey = generatePrivateKey();
  try {
    await createFile(file, formatPrivateKey(privateKey));
  } catch (cause) {
    if (hasErrorCode(cause, 'EEXIST'))
      throw new EdgeError('ERR_ALREADY_EXISTS', `identity expected to be new, got one in ${file} already`, {
        cause,
      });
    throw new EdgeError('ERR_IDENTITY_FILE', `identity expected to be written to ${file}`, { cause });
  }
  return identityOf(privateKey);
}

/** Reads an identity, or makes it the first time. @throws EdgeError ERR_IDENTITY_FILE; a file that cannot be read is never replaced. */
export async function loadOrCreateIdentity(file: string): Promise<Identity> {
  const pem = await readPrivateKey(file);
  return pem === undefined ? createIdentity(file) : identityOf(parsePrivateKey(pem));
}

/** Makes an identity in the place of another, which is kept beside it. @throws EdgeError ERR_IDENTITY_FILE */
export async function replaceIdentity(file: string, now: () => Date = () => new Date()): Promise<Identity> {
  try {
    await rename(file, `${file}.replaced-${now().toISOString().replaceAll(':', '-')}`);
  } catch (cause) {
    throw new EdgeError('ERR_IDENTITY_FILE', `identity in ${file} expected to be moved aside`, { cause });
  }
  return createIdentity(file);
}
