/** @module Stores a link taken out of the address bar until its device is remembered, so a reload does not lose it. */

import { formatPairingLink, type PairingLink } from '@longwire/client';
import { inTabStorage } from '../storage/tab-storage.ts';
import { readAddressLink } from './address-link.ts';

const KEY = 'longwire.link';

/** One link without its password: passwords are never stored. */
export interface PendingLink {
  read(): PairingLink | undefined;
  write(link: PairingLink): void;
  clear(): void;
}

/** Stores the link in the tab's session storage. */
export const tabLink: PendingLink = {
  read: () => {
    const text = inTabStorage((storage) => storage.getItem(KEY)) ?? undefined;
    const parsed = text === undefined ? undefined : readAddressLink(text);
    return parsed?.kind === 'link' ? parsed.link : undefined;
  },
  write: (link) => {
    const { password: _password, isInvite: _isInvite, ...rest } = link;
    inTabStorage((storage) => storage.setItem(KEY, formatPairingLink(window.location.origin, rest)));
  },
  clear: () => {
    inTabStorage((storage) => storage.removeItem(KEY));
  },
};
