/**
 * @module A process that writes to a registry for a number of rounds or until it is killed: `<database>
 * <name> [rounds]`.
 */
import { hashSecret } from '../registry/secret.ts';
import { openRegistry } from '../registry/registry.ts';

const [database = '', name = '', rounds = '1000000'] = process.argv.slice(2);
const registry = await openRegistry(database);
const { devices, tokens, audit } = registry;

/**
 * Creates a product with a device and tokens, and revokes some; prints what is done so that the test can
 * check it.
 */
async function round(index: number): Promise<void> {
  const productId = `${name}-${index}`;
  const key = { productId, deviceId: 'd' };
  const issuer = { issuer: 'https://id.example', audience: 'a', jwks: '/keys.json' };
  await registry.recorded(async (stores) => ({
    result: await stores.products.add(productId, issuer),
    event: { action: 'test.add', outcome: 'allowed', actor: 'cli', productId },
  }));
  await devices.add({ ...key, fingerprint: 'ab'.repeat(32) });
  const { id, value } = await tokens.add({ ...key, lifetimeMs: 1_000_000 });
  await tokens.announce(key, [hashSecret(`${productId} 1`), hashSecret(`${productId} 2`)]);
  const next = await registry.recorded(async (stores) => ({
    result: await stores.tokens.rotate(id, { overlapMs: 0, lifetimeMs: 1_000_000 }),
    event: { action: 'test.rotate', outcome: 'allowed', actor: 'cli', tokenId: id },
  }));
  await tokens.announce(key, [hashSecret(`${productId} 2`)]);
  await audit.record({ action: 'test.round', outcome: 'allowed', actor: 'client', productId });
  process.send?.({ productId, revoked: value, good: next.value });
}

for (let index = 0; index < Number(rounds); index += 1) await round(index);
await registry.close();
process.disconnect?.();
