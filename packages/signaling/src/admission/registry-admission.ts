/** @module Admission decisions based on the registry. */
import { EdgeError } from '@longwire/protocol';
import type { JwtVerifier } from '../jwt/jwt-verifier.ts';
import type { Admission, Credential, FoundDevice, AdmissionVerdict } from '../ports/admission.ts';
import type { DeviceKey } from '@longwire/protocol';
import { isOfIssuer } from '../ports/jwt-issuer.ts';
import type { Registry } from '../ports/registry.ts';

/** Options of {@link RegistryAdmission}. */
export interface RegistryAdmissionOptions {
  readonly registry: Pick<Registry, 'products' | 'devices' | 'tokens'>;
  readonly jwtVerifier: JwtVerifier;
  readonly now: () => number;
}

/** Reads the registry for each decision, so that changes by another process apply immediately. */
export class RegistryAdmission implements Admission {
  readonly #options: RegistryAdmissionOptions;

  constructor(options: RegistryAdmissionOptions) {
    this.#options = options;
  }

  /** A disabled device is indistinguishable from one that does not exist. */
  async findDevice(key: DeviceKey): Promise<FoundDevice> {
    return this.#options.registry.devices.lookUp(key);
  }

  async checkCredential(key: DeviceKey, credential: Credential): Promise<AdmissionVerdict> {
    return credential.kind === 'sct'
      ? this.#checkToken(key, credential.sct)
      : this.#checkJwt(key, credential.jwt);
  }

  async revokedAmong(key: DeviceKey, tokenIds: readonly string[]): Promise<readonly string[]> {
    const { tokens, products } = this.#options.registry;
    const valid = await tokens.unrevokedAmong(key, tokenIds);
    const issuers = await products.jwtIssuers(key.productId);
    return tokenIds.filter((id) => !valid.has(id) && !issuers.some(({ issuer }) => isOfIssuer(id, issuer)));
  }

  async #checkToken({ productId, deviceId }: DeviceKey, sct: string): Promise<AdmissionVerdict> {
    const token = await this.#options.registry.tokens.find({ productId, deviceId }, sct);
    if (token === undefined) return refused('unknown token');
    if (token.isRevoked) return refused(`token ${token.id} is revoked`);
    if (token.expiresAt !== undefined && token.expiresAt <= this.#options.now())
      return refused(`token ${token.id} is expired`);
    if (token.productId !== productId || (token.deviceId ?? deviceId) !== deviceId) {
      return refused(`token ${token.id} belongs to another device`);
    }
    return { kind: 'admitted', tokenId: token.id };
  }

  async #checkJwt({ productId }: DeviceKey, jwt: string): Promise<AdmissionVerdict> {
    const issuers = await this.#options.registry.products.jwtIssuers(productId);
    if (issuers.length === 0) return refused('product accepts no JWT');
    try {
      return { kind: 'admitted', ...(await this.#options.jwtVerifier.verify(jwt, issuers)) };
    } catch (error) {
      if (!(error instanceof EdgeError)) throw error;
      return error.code === 'ERR_JWKS'
        ? { kind: 'unchecked', reason: error.message }
        : refused(error.message);
    }
  }
}

function refused(reason: string): AdmissionVerdict {
  return { kind: 'refused', reason };
}
