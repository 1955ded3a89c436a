/** @module What the service knows: products, devices and tokens. */
import { openDatabase } from './database.ts';
import { Devices } from './devices.ts';
import { Products } from './products.ts';
import { Tokens } from './tokens.ts';

/** An open registry. */
export interface Registry extends AsyncDisposable {
  readonly products: Products;
  readonly devices: Devices;
  readonly tokens: Tokens;
  close(): Promise<void>;
}

/** Opens the registry in a file, making it if there is none. @throws EdgeError ERR_DATABASE */
export async function openRegistry(file: string, now: () => number = Date.now): Promise<Registry> {
  const db = await openDatabase(file);
  const close = (): Promise<void> => db.destroy();
  return {
    products: new Products(db, now),
    devices: new Devices(db, now),
    tokens: new Tokens(db, now),
    close,
    [Symbol.asyncDispose]: close,
  };
}
