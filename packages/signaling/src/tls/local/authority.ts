/** @module The service's own certificate authority, limited to servers with local names and private addresses. */
import { createHash, randomBytes, X509Certificate } from 'node:crypto';
import { AsnConvert } from '@peculiar/asn1-schema';
import {
  GeneralName,
  GeneralSubtree,
  GeneralSubtrees,
  id_ce_nameConstraints,
  NameConstraints,
} from '@peculiar/asn1-x509';
import {
  BasicConstraintsExtension,
  Extension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  AuthorityKeyIdentifierExtension,
  X509CertificateGenerator,
  X509Certificate as ParsedCertificate,
} from '@peculiar/x509';
import { EdgeError } from '@longwire/protocol';
import { importKeyPair, makeKey, SIGNATURE, type KeyPair, type WebKey } from '../key-pair.ts';
import type { StateDirectory } from '../state-directory.ts';
import { PRIVATE_NETWORKS, type LocalNames } from './local-names.ts';

/** Name of the certificate of the authority. */
export const AUTHORITY_FILE = 'authority.pem';
const AUTHORITY_KEY_FILE = 'authority-key.pem';

const DAY_MS = 86_400_000;

/** Life of the authority. Reason: every browser has to trust the next one by hand. */
const AUTHORITY_LIFE_MS = 3_650 * DAY_MS;

/** Life of a certificate. Reason: Apple's limit is 825 days for such authorities; renewal is automatic. */
export const CERTIFICATE_LIFE_MS: number = 90 * DAY_MS;

/** Clocks of phones may be behind. */
const CLOCK_TOLERANCE_MS = DAY_MS;

/** An authority with its key. */
export class Authority {
  /** The certificate, as PEM. */
  readonly pem: string;
  readonly #certificate: ParsedCertificate;
  readonly #keys: KeyPair;

  private constructor(pem: string, keys: KeyPair) {
    this.pem = pem;
    this.#certificate = new ParsedCertificate(pem);
    this.#keys = keys;
  }

  /**
   * Loads the authority of a directory, or creates it. One that is no longer valid, or is for another name, is
   * replaced. @throws EdgeError ERR_CONFIG for unreadable files
   */
  static async open(directory: StateDirectory, hostName: string, nowMs: number): Promise<Authority> {
    const keyPem = await directory.readOrCreate(AUTHORITY_KEY_FILE, makeKey);
    const keys = await importKeyPair(keyPem, directory.pathOf(AUTHORITY_KEY_FILE));
    const found = await directory.read(AUTHORITY_FILE);
    const subject = `CN=Longwire ${hostName}`;
    if (found !== undefined) {
      const certificate = parse(found, directory.pathOf(AUTHORITY_FILE));
      const isValid = Date.parse(certificate.validTo) > nowMs + CERTIFICATE_LIFE_MS;
      if (isValid && certificate.subject === subject && Date.parse(certificate.validFrom) <= nowMs)
        return new Authority(found, keys);
    }
    const made = await X509CertificateGenerator.createSelfSigned({
      serialNumber: serialNumber(),
      name: subject,
      notBefore: new Date(nowMs - CLOCK_TOLERANCE_MS),
      notAfter: new Date(nowMs + AUTHORITY_LIFE_MS),
      keys,
      signingAlgorithm: SIGNATURE,
      extensions: [
        new BasicConstraintsExtension(true, 0, true),
        new KeyUsagesExtension(KeyUsageFlags.keyCertSign, true),
        // Systems trust what people install for mail and programs too, whose signers the names below do not limit.
        new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
        await SubjectKeyIdentifierExtension.create(keys.publicKey),
        nameConstraints(hostName),
      ],
    });
    const pem = `${made.toString('pem')}\n`;
    await directory.write(AUTHORITY_FILE, pem);
    return new Authority(pem, keys);
  }

  /** SHA-256 of the certificate as browsers show it: `AB:CD:…`. */
  get fingerprint(): string {
    const hex = createHash('sha256').update(new Uint8Array(this.der)).digest('hex').toUpperCase();
    return hex.replaceAll(/(..)(?=.)/gu, '$1:');
  }

  /** The certificate, as DER. */
  get der(): ArrayBuffer {
    return this.#certificate.rawData;
  }

  /** Issues a server certificate, as PEM. */
  async issue(names: LocalNames, publicKey: WebKey, nowMs: number): Promise<string> {
    const made = await X509CertificateGenerator.create({
      serialNumber: serialNumber(),
      subject: `CN=Longwire on ${names.hostName}`,
      issuer: this.#certificate.subject,
      notBefore: new Date(nowMs - CLOCK_TOLERANCE_MS),
      notAfter: new Date(nowMs + CERTIFICATE_LIFE_MS),
      publicKey,
      signingKey: this.#keys.privateKey,
      signingAlgorithm: SIGNATURE,
      extensions: [
        new BasicConstraintsExtension(false, undefined, true),
        new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
        new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
        new SubjectAlternativeNameExtension([
          ...names.dns.map((value) => ({ type: 'dns' as const, value })),
          ...names.addresses.map((value) => ({ type: 'ip' as const, value })),
        ]),
        await AuthorityKeyIdentifierExtension.create(this.#keys.publicKey),
      ],
    });
    return `${made.toString('pem')}\n`;
  }
}

/**
 * RFC 5280 section 4.2.1.10. Addresses are limited to private networks instead of those that the host has
 * now: a router gives out others, and every browser would have to trust another authority.
 */
function nameConstraints(hostName: string): Extension {
  const names = [hostName, 'localhost'].map((dNSName) => new GeneralName({ dNSName }));
  const networks = PRIVATE_NETWORKS.map((iPAddress) => new GeneralName({ iPAddress }));
  const permittedSubtrees = new GeneralSubtrees(
    [...names, ...networks].map((base) => new GeneralSubtree({ base })),
  );
  return new Extension(
    id_ce_nameConstraints,
    true,
    AsnConvert.serialize(new NameConstraints({ permittedSubtrees })),
  );
}

function parse(pem: string, file: string): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch (cause) {
    throw new EdgeError('ERR_CONFIG', `${file} is not a PEM certificate`, { cause });
  }
}

/** Positive, as RFC 5280 section 4.1.2.2 requires. */
function serialNumber(): string {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return bytes.toString('hex');
}
