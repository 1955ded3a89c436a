/** @module The texts of the settings, in English. */

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const tenths = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** The settings, in English. */
export const settings = {
  title: 'Settings',
  language: 'Language',
  automatic: 'Automatic',
  languages: { en: 'English', de: 'Deutsch' },
  scheme: 'Colours',
  schemes: { auto: 'Automatic', light: 'Light', dark: 'Dark' },
  storage: 'What this browser keeps',
  keeps: [
    'Your devices: ids, names, addresses, connection tokens, keys, the last picture of each, and its people where it cannot list them',
    'A certificate for each device, by which the device knows this browser',
    'What you typed and sent as requests, except secrets',
    'These settings',
  ],
  keepsNot: 'Passwords are never kept; everything else is kept only here.',
  used: (megabytes: number) => `${tenths.format(megabytes)} MB in use, the console’s own files included.`,
  lasting: 'The browser has promised to keep it until you remove it.',
  fleeting: 'The browser may remove it when it runs out of room, or after weeks without a visit.',
  unknown: 'This browser does not say whether it keeps it.',
  untrusted:
    'This browser does not trust the service’s certificate: the console cannot be installed, and devices’ own web pages do not open. The same address with http:// says how to trust it.',
  askLasting: 'Ask the browser to keep it',
  refused: 'The browser did not promise it. Some do once the console is installed or was visited often.',
  pages: 'What devices’ own pages store',
  pagesHint:
    'A page under “Web” can store things in this browser, as any web page can. It sees only what belongs to its own device. What it stored goes when you remove the device, or with the button below; the page then starts afresh.',
  pagesShown: (n: number) => {
    if (n === 0) return 'No page of a device has anything stored here.';
    return n === 1
      ? 'Pages of one device were shown here.'
      : `Pages of ${whole.format(n)} devices were shown here.`;
  },
  forgetPages: 'Remove what pages stored',
  pagesForgotten: 'Everything that pages stored is removed.',
  pagesLeft: (n: number) =>
    n === 1
      ? 'What the pages of one device stored is still here: the service did not answer, or the page is open in another tab. Try again later.'
      : `What the pages of ${whole.format(n)} devices stored is still here: the service did not answer, or the pages are open in other tabs. Try again later.`,
  backup: 'Take your devices elsewhere',
  backupHolds:
    'The file holds ids, names, addresses, user names with their roles, keys and connection tokens: anyone who has it can reach your devices, but not log in.',
  backupLacks:
    'Passwords are not in it. Nor are certificates, because their keys never leave this browser: another browser logs in once by password or invite. Pictures, requests and settings stay here, too.',
  save: 'Save devices to a file',
  saved: (n: number) => (n === 1 ? 'One device was saved.' : `${whole.format(n)} devices were saved.`),
  nothingToSave: 'There is no device to save yet.',
  open: 'Add devices from a file',
  imported: (added: number, updated: number) =>
    updated === 0
      ? `${whole.format(added)} added.`
      : `${whole.format(added)} added, ${whole.format(updated)} known before. Those keep what works here: only what they lacked is filled in, and another token is tried first.`,
  kept: (names: string) =>
    `Left as they were, because the file names another key than the one that they proved here, or another service: ${names}.`,
  notListed: (names: string) => `Left out, because this console does not talk to their service: ${names}.`,
  fileUnreadable: 'This file cannot be read: it is damaged, or not a list of devices. Nothing was changed.',
  fileForeign: 'This file is not from a console’s “Save devices to a file”. Nothing was changed.',
  fileNewer:
    'This file is from a later version of the console. Load the newest one first. Nothing was changed.',
  fileDamaged: (entry: number, field: string) =>
    `This file is damaged: device ${whole.format(entry)}, “${field}”. Nothing was changed.`,
  fileTooLarge: 'This file is too large for a list of devices. Nothing was changed.',
  forget: 'Forget everything',
  forgetHint:
    'Devices, pictures, certificates, settings and what devices’ own pages stored are removed from this browser. Each device still lists this browser under its user until it is removed there.',
  forgetQuestion: 'Really forget everything? You will need links and passwords or invites to come back.',
  forgetPagesLeft:
    'What devices’ own pages stored could not be removed: the service did not answer, or a page is open in another tab. You can forget the rest now, and remove that here later.',
  forgetConfirm: 'Forget everything',
  forgetKeep: 'Keep it',
  about: 'About',
  version: (version: string) => `longwire console ${version}`,
  license: 'Free software under the Apache License 2.0.',
  licenses: 'Licences of the parts it is built from',
};

/** Copying, in English. */
export const copy = {
  copied: 'Copied',
  refused: 'This browser does not let the page copy. Select the text and copy it yourself.',
};
