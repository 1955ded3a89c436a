/** @module The commands for products and their JWT issuers. */
import { resolve } from 'node:path';
import { EdgeError } from '@longwire/protocol';
import { Option, type Command } from 'commander';
import { readJwksFile } from '../../jwt/key-source.ts';
import type { JwtIssuer } from '../../ports/jwt-issuer.ts';
import type { StoredProduct } from '../../ports/products.ts';
import { option } from '../flags/option.ts';
import { printResult, printRows, timeCell } from '../output.ts';
import {
  allPages,
  changeRegistry,
  commandGroup,
  readRegistry,
  registryCommand,
  type RegistryFlags,
} from './registry-command.ts';

interface IssuerFlags extends RegistryFlags {
  readonly jwtIssuer?: string;
  readonly jwks?: string;
  readonly jwtAudience?: string;
}

interface RemoveFlags extends RegistryFlags {
  readonly withDevices?: true;
}

/** Adds `product …`. */
export function addProductCommands(program: Command): void {
  const group = commandGroup(program, 'product', 'products');
  const add = addIssuerFlags(registryCommand(group, 'add', 'register a product'));
  add
    .argument('<productId>')
    .action(async (productId: string) => addProduct(productId, add.opts<IssuerFlags>()));
  const list = registryCommand(group, 'list', 'list all products');
  list.action(async () => listProducts(list.opts<RegistryFlags>()));
  const remove = registryCommand(group, 'remove', 'remove a product; its sessions end immediately');
  remove
    .argument('<productId>')
    .addOption(new Option('--with-devices', 'also remove its devices and all tokens'))
    .action(async (productId: string) => removeProduct(productId, remove.opts<RemoveFlags>()));
  addIssuerCommands(group);
}

function addIssuerCommands(product: Command): void {
  const group = commandGroup(product, 'issuer', 'JWT issuers of a product');
  const add = addIssuerFlags(registryCommand(group, 'add', 'accept JWTs of an issuer for client logins'));
  add
    .argument('<productId>')
    .action(async (productId: string) => addIssuer(productId, add.opts<IssuerFlags>()));
  const remove = registryCommand(
    group,
    'remove',
    'remove an issuer; sessions that use its JWTs end immediately',
  );
  remove
    .argument('<productId>')
    .argument('<issuer>')
    .action(async (productId: string, issuer: string) =>
      removeIssuer(productId, issuer, remove.opts<RegistryFlags>()),
    );
}

function addIssuerFlags(command: Command): Command {
  return command
    .addOption(option('--jwt-issuer <iss>', 'issuer of JWTs that clients may log in with'))
    .addOption(option('--jwt-audience <aud>', 'audience that these JWTs must have'))
    .addOption(option('--jwks <file|url>', "the issuer's public keys"));
}

async function addProduct(productId: string, flags: IssuerFlags): Promise<void> {
  const issuer = await issuerOf(flags);
  await changeRegistry(flags, { action: 'product.add', productId }, async ({ products }) =>
    products.add(productId, issuer),
  );
  printResult(flags, `product ${productId} added`, { productId });
}

async function listProducts(flags: RegistryFlags): Promise<void> {
  const products = await readRegistry(flags, async ({ products }) =>
    allPages<StoredProduct>(async (after, limit) => products.list({ after: after?.productId, limit })),
  );
  printRows(flags, products, [
    ['PRODUCT', ({ productId }) => productId],
    ['ADDED', ({ createdAt }) => timeCell(createdAt)],
    ['JWT ISSUERS', ({ issuers }) => issuers.map(({ issuer }) => issuer).join(', ')],
  ]);
}

async function removeProduct(productId: string, flags: RemoveFlags): Promise<void> {
  await changeRegistry(flags, { action: 'product.remove', productId }, async ({ products, devices }) => {
    const [device] = await devices.list({ productId, limit: 1 });
    if (device !== undefined && flags.withDevices !== true) {
      throw new EdgeError(
        'ERR_USAGE',
        `product ${productId} still has devices: use --with-devices to remove them as well`,
      );
    }
    await products.remove(productId);
  });
  printResult(flags, `product ${productId} removed`, { productId });
}

async function addIssuer(productId: string, flags: IssuerFlags): Promise<void> {
  const issuer = await issuerOf(flags);
  if (issuer === undefined) throw incompleteIssuer();
  await changeRegistry(
    flags,
    { action: 'issuer.add', productId, detail: issuer.issuer },
    async ({ products }) => products.addIssuer(productId, issuer),
  );
  printResult(flags, `issuer ${issuer.issuer} of product ${productId} added`, { productId, ...issuer });
}

async function removeIssuer(productId: string, issuer: string, flags: RegistryFlags): Promise<void> {
  await changeRegistry(flags, { action: 'issuer.remove', productId, detail: issuer }, async ({ products }) =>
    products.removeIssuer(productId, issuer),
  );
  printResult(flags, `issuer ${issuer} of product ${productId} removed`, { productId, issuer });
}

async function issuerOf({ jwtIssuer, jwks, jwtAudience }: IssuerFlags): Promise<JwtIssuer | undefined> {
  if (jwtIssuer === undefined && jwks === undefined && jwtAudience === undefined) return undefined;
  if (jwtIssuer === undefined || jwks === undefined || jwtAudience === undefined) throw incompleteIssuer();
  return { issuer: jwtIssuer, audience: jwtAudience, jwks: await jwksLocation(jwks) };
}

function incompleteIssuer(): EdgeError {
  return new EdgeError('ERR_USAGE', '--jwt-issuer, --jwks and --jwt-audience are required together');
}

async function jwksLocation(text: string): Promise<string> {
  if (/^https?:/i.test(text)) {
    const url = URL.parse(text);
    if (url === null) throw new EdgeError('ERR_JWKS', 'JWKS location is not a URL');
    return url.href;
  }
  const file = resolve(text);
  await readJwksFile(file);
  return file;
}
