/** @module The texts of the settings, in English. */

import { tenths, whole } from './formats-en.ts';

/** The settings, in English. */
export const settings = {
  title: 'Settings',
  language: 'Language',
  automatic: 'Automatic',
  languages: { en: 'English', de: 'Deutsch' },
  scheme: 'Colours',
  schemes: { auto: 'Automatic', light: 'Light', dark: 'Dark' },
  storage: 'Kept in this browser',
  keepsTitle: 'What is kept',
  keeps: [
    'Your devices: ids, names, addresses, connection tokens, keys, the last picture of each, and its people where it cannot list them',
    'A certificate for each device, by which the device knows this browser',
    'What you typed and sent as requests, except secrets',
    'These settings',
  ],
  keepsNot: 'Passwords are never kept.',
  used: (megabytes: number) => `${tenths.format(megabytes)} MB, only here.`,
  lasting: 'The browser keeps it until you remove it.',
  fleeting: 'The browser may remove it.',
  unknown: 'The browser may or may not keep it.',
  untrusted:
    'This browser does not trust the service’s certificate, so the console cannot be installed. The same address with http:// says how to trust it.',
  askLasting: 'Ask to keep it',
  refused: 'Not promised. Installing the console helps.',
  pages: 'Pages of devices',
  pagesHint: 'A page under “Web” can store things in this browser, and sees only its own device’s.',
  pagesShown: (n: number) =>
    n === 1 ? 'Pages of one device were shown here.' : `Pages of ${whole.format(n)} devices were shown here.`,
  forgetPages: 'Remove what pages stored',
  pagesForgotten: 'Everything that pages stored is removed.',
  pagesLeft: (n: number) =>
    n === 1
      ? 'What the pages of one device stored is still here: the service did not answer, or the page is open in another tab. Try again later.'
      : `What the pages of ${whole.format(n)} devices stored is still here: the service did not answer, or the pages are open in other tabs. Try again later.`,
  backup: 'Take your devices elsewhere',
  backupTitle: 'What the file holds',
  backupHolds:
    'Ids, names, addresses, user names with their roles, keys and connection tokens: anyone who has it can reach your devices, but not log in.',
  backupLacks: 'Not in it: passwords, certificates, pictures, requests and settings.',
  save: 'Save to a file',
  saved: (n: number) => (n === 1 ? 'One device was saved.' : `${whole.format(n)} devices were saved.`),
  nothingToSave: 'There is no device to save yet.',
  open: 'Add from a file',
  imported: (added: number, updated: number) =>
    updated === 0
      ? `${whole.format(added)} added.`
      : `${whole.format(added)} added, ${whole.format(updated)} known before. Those keep what works here: only what they lacked is filled in, and another token is tried first.`,
  kept: (names: string) =>
    `Left as they were, because the file names another key than the one that they proved here, or another service: ${names}.`,
  notListed: (names: string) => `Left out, because this console does not talk to their service: ${names}.`,
  fileUnreadable: 'This file cannot be read: it is damaged, or not a list of devices. Nothing was changed.',
  fileForeign: 'This file is not from a console’s “Save to a file”. Nothing was changed.',
  fileNewer:
    'This file is from a later version of the console. Load the newest one first. Nothing was changed.',
  fileDamaged: (entry: number, field: string) =>
    `This file is damaged: device ${whole.format(entry)}, “${field}”. Nothing was changed.`,
  fileTooLarge: 'This file is too large for a list of devices. Nothing was changed.',
  forget: 'Forget everything',
  forgetHint: 'Devices, pictures, certificates and settings go from this browser.',
  forgetQuestion: 'Really forget everything? You need links and passwords or invites to come back.',
  forgetPagesLeft:
    'What devices’ own pages stored could not be removed: the service did not answer, or a page is open in another tab. You can forget the rest now, and remove that here later.',
  forgetConfirm: 'Forget everything',
  forgetKeep: 'Keep it',
  about: 'About',
  version: (version: string) => `longwire console ${version}`,
  license: 'Free software, Apache License 2.0.',
  licenses: 'Licences of its parts',
};

/** Copying, in English. */
export const copy = {
  copied: 'Copied',
  refused: 'This browser does not let the page copy. Select the text and copy it yourself.',
};
