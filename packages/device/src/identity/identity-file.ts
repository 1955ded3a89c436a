/** @module The identity in a file: created once, readable by its owner only, never overwritten. */
import { readFile, rename, stat } from 'node:fs/promises';
import { EdgeError, hasErrorCode } from '@longwire/protocol';
import { reasonOf } from '../log/reason-of.ts';
import { createFile } from '../store/replace-file.ts';
import { formatPrivateKey, generatePrivateKey, identityOf, parsePrivateKey } from './identity-key.ts';
import type { Identity } from './identity.ts';

/** Permissions of other users. */
const OTHERS_MODE = 0o077;

/** The key of an identity, or undefined if the file does not exist. */
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
    throw new EdgeError('ERR_IDENTITY_FILE', `cannot read the identity in ${file}: ${reasonOf(cause)}`, {
      cause,
    });
  }
}

function identityIn(file: string, pem: string): Identity {
  try {
    return identityOf(parsePrivateKey(pem));
  } catch (cause) {
    throw new EdgeError('ERR_IDENTITY_FILE', `${file} is damaged: ${reasonOf(cause)}`, { cause });
  }
}

/** Reads an identity. @throws EdgeError ERR_IDENTITY_FILE when it is missing, damaged, or readable by others. */
export async function loadIdentity(file: string): Promise<Identity> {
  const pem = await readPrivateKey(file);
  if (pem === undefined) throw new EdgeError('ERR_IDENTITY_FILE', `no identity in ${file}: no such file`);
  return identityIn(file, pem);
}

/** Creates an identity. @throws EdgeError ERR_ALREADY_EXISTS if the file exists, which is not changed. */
export async function createIdentity(file: string): Promise<Identity> {
  const privateKey = generatePrivateKey();
  try {
    await createFile(file, formatPrivateKey(privateKey));
  } catch (cause) {
    if (hasErrorCode(cause, 'EEXIST'))
      throw new EdgeError('ERR_ALREADY_EXISTS', `${file} holds an identity already`, {
        cause,
      });
    throw new EdgeError('ERR_IDENTITY_FILE', `cannot write the identity to ${file}: ${reasonOf(cause)}`, {
      cause,
    });
  }
  return identityOf(privateKey);
}

/** Reads the identity, or creates it the first time. @throws EdgeError ERR_IDENTITY_FILE; a file that cannot be read is never replaced. */
export async function loadOrCreateIdentity(file: string): Promise<Identity> {
  const pem = await readPrivateKey(file);
  return pem === undefined ? createIdentity(file) : identityIn(file, pem);
}

/** Replaces the identity; the old one is kept beside it. @throws EdgeError ERR_IDENTITY_FILE */
export async function replaceIdentity(file: string, now: () => Date = () => new Date()): Promise<Identity> {
  try {
    await rename(file, `${file}.replaced-${now().toISOString().replaceAll(':', '-')}`);
  } catch (cause) {
    throw new EdgeError(
      'ERR_IDENTITY_FILE',
      `cannot move the identity in ${file} aside: ${reasonOf(cause)}`,
      { cause },
    );
  }
  return createIdentity(file);
}
