/** @module Optional fields of an object, which is without those that have no value. */

/** Fields as they are once those without a value are left out. */
export type Given<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };

/** The fields that have a value. */
export function given<T extends object>(fields: T): Given<T> {
  const kept: Given<T> = {};
  for (const [key, value] of Object.entries(fields)) if (value !== undefined) Reflect.set(kept, key, value);
  return kept;
}
