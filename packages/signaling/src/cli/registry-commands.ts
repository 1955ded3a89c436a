/** @module The commands that change the registry; they may run while the service does. */
import { resolve } from 'node:path';
import { EdgeError } from '@longwire/protocol';
import { parseDuration } from '../config/duration.ts';
import { readJwksFile } from '../jwt/key-source.ts';
import type { JwtIssuer } from '../ports/jwt-issuer.ts';
import { openRegistry } from '../registry/registry.ts';

/** Options of `product add`. */
export interface ProductFlags {
  readonly database: string;
  readonly jwtIssuer?: string;
  readonly jwks?: string;
  readonly jwtAudience?: string;
}

/** Options of `device add`. */
export interface DeviceFlags {
  readonly database: string;
  readonly fingerprint: string;
  readonly name?: string;
}

/** Options of `token add`. */
export interface TokenFlags {
  readonly database: string;
  readonly expires: string;
}

/** Registers a product. */
export async function addProduct(productId: string, flags: ProductFlags): Promise<void> {
  const issuer = await issuerOf(flags);
  await using registry = await openRegistry(flags.database);
  await registry.products.add(productId, issuer);
  process.stdout.write(`product ${productId} added\n`);
}

/** Registers a device. */
export async function addDevice(productId: string, deviceId: string, flags: DeviceFlags): Promise<void> {
  const { fingerprint, name } = flags;
  await using registry = await openRegistry(flags.database);
  await registry.devices.add({ productId, deviceId, fingerprint, name });
  process.stdout.write(`device ${deviceId} of product ${productId} added\n`);
}

/** Makes a token and prints it, alone; it is shown nowhere else. */
export async function addToken(
  productId: string,
  deviceId: string | undefined,
  flags: TokenFlags,
): Promise<void> {
  const lifetimeMs = parseDuration(flags.expires);
  await using registry = await openRegistry(flags.database);
  const { value } = await registry.tokens.add({ productId, deviceId, lifetimeMs });
  process.stdout.write(`${value}\n`);
}

async function issuerOf({ jwtIssuer, jwks, jwtAudience }: ProductFlags): Promise<JwtIssuer | undefined> {
  if (jwtIssuer === undefined && jwks === undefined && jwtAudience === undefined) return undefined;
  if (jwtIssuer === undefined || jwks === undefined || jwtAudience === undefined) {
    throw new EdgeError('ERR_USAGE', 'jwt expected --jwt-issuer, --jwks and --jwt-audience together');
  }
  return { issuer: jwtIssuer, audience: jwtAudience, jwks: await jwksLocation(jwks) };
}

async function jwksLocation(text: string): Promise<string> {
  if (/^https?:/i.test(text)) {
    const url = URL.parse(text);
    if (url === null) throw new EdgeError('ERR_JWKS', 'JWKS expected a URL or a file');
    return url.href;
  }
  const file = resolve(text);
  await readJwksFile(file);
  return file;
}
