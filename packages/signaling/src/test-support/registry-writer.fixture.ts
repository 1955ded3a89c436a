/** @module A process that writes to a registry until it has done its rounds, or is killed: `<database> <name> [rounds]`. */
import { hashSecret } from '../registry/secret.ts';
import { openRegistry } from '../registry/registry.ts';

const [database = '', name = '', rounds = '1000000'] = process.argv.slice(2);
const registry = await openRegistry(database);
const { products, devices, tokens, audit } = registry;

/** Makes a product with a device and tokens, and takes some back; says what is done, so that it can be looked for. */
async function round(index: number): Promise<void> {
  const productId = `${name}-${index}`;
  const key = { productId, deviceId: 'd' };
  const issuer = { issuer: 'https://id.example', audience: 'a', jwks: '/keys.json' };
  await products.add(productId, issuer);
  await devices.add({ ...key, fingerprint: 'ab'.repeat(32) });
  const { id, value } = await tokens.add({ ...key, lifetimeMs: 1_000_000 });
  await tokens.announce(key, [hashSecret(`${productId} 1`), hashSecret(`${productId} 2`)]);
  const next = await tokens.rotate(id, { overlapMs: 0, lifetimeMs: 1_000_000 });
  await tokens.announce(key, [hashSecret(`${productId} 2`)]);
  await audit.record({ action: 'test.round', outcome: 'allowed', actor: 'client', productId });
  process.send?.({ productId, revoked: value, good: next.value });
}

for (let index = 0; index < Number(rounds); index += 1) await round(index);
await registry.close();
process.disconnect?.();
