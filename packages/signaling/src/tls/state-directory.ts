/** @module Directory of keys and certificates that only its owner may read. */
import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { EdgeError, hasErrorCode } from '@longwire/protocol';
import type { CertificatePaths } from '../http2/certificate-files.ts';
import { faultOf } from '../log/fault-of.ts';

/** Name of the certificate with its intermediates. */
export const CERTIFICATE_FILE = 'fullchain.pem';

/** Name of the private key. */
export const KEY_FILE = 'privkey.pem';

/** Permission bits of other users. */
const OTHERS = 0o077;

/** Files with mode 0600 in a directory with mode 0700; each is replaced as a whole. */
export class StateDirectory {
  readonly #path: string;

  private constructor(path: string) {
    this.#path = path;
  }

  /** Creates the directory if it is missing. @throws EdgeError ERR_CONFIG if other users can read it */
  static async open(path: string): Promise<StateDirectory> {
    try {
      await mkdir(path, { recursive: true, mode: 0o700 });
      const { mode } = await stat(path);
      if ((mode & OTHERS) === 0) return new StateDirectory(path);
    } catch (cause) {
      throw new EdgeError('ERR_CONFIG', `cannot create the TLS directory ${path} (${faultOf(cause)})`, {
        cause,
      });
    }
    throw new EdgeError('ERR_CONFIG', `other users can read the TLS directory ${path}: chmod 700 ${path}`);
  }

  /** The service's certificate and key. */
  get certificate(): CertificatePaths {
    return { certFile: this.pathOf(CERTIFICATE_FILE), keyFile: this.pathOf(KEY_FILE) };
  }

  pathOf(name: string): string {
    return join(this.#path, name);
  }

  /** Reads a file; undefined if it does not exist. @throws EdgeError ERR_CONFIG if it is unreadable */
  async read(name: string): Promise<string | undefined> {
    try {
      return await readFile(this.pathOf(name), 'utf8');
    } catch (cause) {
      if (hasErrorCode(cause, 'ENOENT')) return undefined;
      throw new EdgeError('ERR_CONFIG', `cannot read ${this.pathOf(name)} (${faultOf(cause)})`, { cause });
    }
  }

  /** Replaces a file; a crash leaves the old or the new one. @throws EdgeError ERR_CONFIG */
  async write(name: string, text: string): Promise<void> {
    const path = this.pathOf(name);
    const draft = `${path}.${randomBytes(6).toString('hex')}`;
    try {
      await using file = await open(draft, 'wx', 0o600);
      await file.writeFile(text);
      await file.sync();
      await rename(draft, path);
    } catch (cause) {
      await rm(draft, { force: true });
      throw new EdgeError('ERR_CONFIG', `cannot write ${path} (${faultOf(cause)})`, { cause });
    }
  }

  /** Reads a file, or creates it with what `make` returns. */
  async readOrCreate(name: string, make: () => string | Promise<string>): Promise<string> {
    const found = await this.read(name);
    if (found !== undefined) return found;
    const made = await make();
    await this.write(name, made);
    return made;
  }
}
