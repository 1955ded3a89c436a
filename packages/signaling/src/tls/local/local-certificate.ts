/** @module The certificate for this host's names and addresses, remade when they change or it ages. */
import { X509Certificate } from 'node:crypto';
import { importKeyPair, makeKey, type WebKey } from '../key-pair.ts';
import { CERTIFICATE_FILE, KEY_FILE, type StateDirectory } from '../state-directory.ts';
import { Authority, CERTIFICATE_LIFE_MS } from './authority.ts';
import { localNames, privateInterfaceAddresses } from './local-names.ts';

/** Keeps `fullchain.pem` and `privkey.pem` of a directory up to date. */
export class LocalCertificate {
  readonly authority: Authority;
  readonly hostName: string;
  readonly #directory: StateDirectory;
  readonly #addresses: () => readonly string[];
  readonly #publicKey: WebKey;

  private constructor(
    parts: Pick<LocalCertificate, 'authority' | 'hostName'>,
    directory: StateDirectory,
    addresses: () => readonly string[],
    publicKey: WebKey,
  ) {
    this.authority = parts.authority;
    this.hostName = parts.hostName;
    this.#directory = directory;
    this.#addresses = addresses;
    this.#publicKey = publicKey;
  }

  /** Makes authority, key and certificate if they are missing or unsuitable. @throws EdgeError ERR_CONFIG */
  static async open(
    directory: StateDirectory,
    hostName: string,
    nowMs: number,
    addresses: () => readonly string[] = privateInterfaceAddresses,
  ): Promise<LocalCertificate> {
    const authority = await Authority.open(directory, hostName, nowMs);
    const pem = await directory.readOrCreate(KEY_FILE, makeKey);
    const { publicKey } = await importKeyPair(pem, directory.pathOf(KEY_FILE));
    const made = new LocalCertificate({ authority, hostName }, directory, addresses, publicKey);
    await made.update(nowMs);
    return made;
  }

  /** Addresses of this host, without loopback. */
  get addresses(): readonly string[] {
    return this.#addresses();
  }

  /** Returns whether a new certificate was written. @throws EdgeError ERR_CONFIG */
  async update(nowMs: number): Promise<boolean> {
    const names = localNames(this.hostName, this.addresses);
    const current = await this.#directory.read(CERTIFICATE_FILE);
    if (current !== undefined && this.#isSuitable(current, names, nowMs)) return false;
    const issued = await this.authority.issue(names, this.#publicKey, nowMs);
    await this.#directory.write(CERTIFICATE_FILE, issued);
    return true;
  }

  #isSuitable(pem: string, names: ReturnType<typeof localNames>, nowMs: number): boolean {
    const certificate = parsed(pem);
    if (certificate === undefined || !certificate.verify(new X509Certificate(this.authority.pem).publicKey))
      return false;
    const isFresh = Date.parse(certificate.validTo) > nowMs + CERTIFICATE_LIFE_MS / 3;
    const has = [
      ...names.dns.map((name) => certificate.checkHost(name)),
      ...names.addresses.map((address) => certificate.checkIP(address)),
    ];
    const count = certificate.subjectAltName?.split(', ').length;
    return (
      isFresh &&
      Date.parse(certificate.validFrom) <= nowMs &&
      count === has.length &&
      !has.includes(undefined)
    );
  }
}

/** An unreadable certificate is replaced: it can be made again at any time. */
function parsed(pem: string): X509Certificate | undefined {
  try {
    return new X509Certificate(pem);
  } catch {
    return undefined;
  }
}
