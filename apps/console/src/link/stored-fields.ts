/** @module Stores what is typed into a device's form while its page is left or reloaded, without secrets. */

import { textOf } from '../read-field.ts';
import { inTabStorage } from '../storage/tab-storage.ts';
import type { DetailsFields } from './details-form.ts';

const PREFIX = 'longwire.details.';

/** The stored part of the fields. Passwords are never stored; a token only with its device. */
const KEPT = ['productId', 'deviceId', 'name', 'username', 'fingerprint', 'service'] as const;

/** The stored fields of one form: for a new device, or for the device being edited. */
export interface StoredFields {
  /** The fields as they were left, those not stored taken from `otherwise`; undefined if nothing was typed. */
  read(otherwise: DetailsFields): DetailsFields | undefined;
  write(fields: DetailsFields): void;
  clear(): void;
}

/** Stores the fields in the tab's session storage; `edited` is the key of the device being edited. */
export function storedFields(edited: string | undefined): StoredFields {
  const key = `${PREFIX}${edited ?? ''}`;
  return {
    read: (otherwise) => {
      const text = inTabStorage((storage) => storage.getItem(key)) ?? undefined;
      if (text === undefined) return undefined;
      const kept: unknown = JSON.parse(text);
      const fields = KEPT.map((name) => [name, textOf(kept, name) ?? otherwise[name]] as const);
      return { ...otherwise, ...Object.fromEntries(fields) };
    },
    write: (fields) => {
      const kept = Object.fromEntries(KEPT.map((name) => [name, fields[name]]));
      inTabStorage((storage) => storage.setItem(key, JSON.stringify(kept)));
    },
    clear: () => {
      inTabStorage((storage) => storage.removeItem(key));
    },
  };
}
