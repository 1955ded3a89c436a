/** @module Password hashes for tests, which protect nothing. */
import { PasswordHasher } from '../registry/password-hash.ts';

/** Hashes with the cheapest accepted parameters: a sixth of the default's work. */
export const quickPasswords = (): PasswordHasher => new PasswordHasher({ log2N: 14, r: 8, p: 1 });
