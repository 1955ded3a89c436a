/** @module Keeps what is typed into the form of a device while its page is left or reloaded: its secrets are not. */

import { textOf } from '../field-of.ts';
import { inTabStorage } from '../tab-storage.ts';
import type { DetailsFields } from './details-form.ts';

const PREFIX = 'longwire.details.';

/** What is kept of the fields. No password is ever stored, and a token only with its device. */
const KEPT = ['productId', 'deviceId', 'name', 'username', 'fingerprint', 'service'] as const;

/** The fields of one form: of a new device, or of the one that is edited. */
export interface KeptFields {
  /** The fields as they were left, those that are not kept as they are given; undefined where nothing was typed. */
  read(otherwise: DetailsFields): DetailsFields | undefined;
  write(fields: DetailsFields): void;
  clear(): void;
}

/** Keeps the fields in the tab's own storage; `edited` is the key of the device that is edited. */
export function keptFields(edited: string | undefined): KeptFields {
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
