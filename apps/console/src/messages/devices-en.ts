/** @module The texts of the device list and of adding a device, in English. */

/** The device list, in English. */
export const devices = {
  title: 'Devices',
  add: 'Add a device',
  search: 'Search devices',
  emptyTitle: 'No devices yet',
  emptyBody: 'Open the link that came with your device, or add it here.',
  noMatch: (query: string) => `No device matches “${query}”.`,
  noPicture: 'No picture yet',
  verified: (when: string) => `Verified ${when}`,
  neverVerified: 'Not verified yet',
  open: (name: string) => `Open ${name}`,
  details: (name: string) => `Details of ${name}`,
  closeDetails: 'Close',
  remove: 'Remove…',
  removeQuestion: (name: string) => `Remove ${name} from this browser?`,
  removeConfirm: 'Remove',
  removeNote: 'Its login goes too. To come back, you need a password or an invite.',
  removeKeep: 'Keep',
  picture: (name: string) => `Last picture from ${name}`,
  operators: 'For operators of the service',
  notStored: 'This browser stores nothing here: devices are forgotten when the page closes.',
};

/** Adding a device by its link, in English. */
export const add = {
  title: 'Add a device',
  howLabel: 'How to add',
  byLink: 'Paste a link',
  byCode: 'Scan a code',
  byHand: 'Type it in',
  link: 'Link',
  showLink: 'Show or hide the link',
  linkHint: 'From the device’s label, its owner, or the command that set it up.',
  linkPlaceholder: 'https://…#p=…&d=…',
  holds: 'This link holds',
  openUser: 'not in the link: you choose one',
  isInvite: 'This is an invite: it works once.',
  holdsMore: 'Everything in it',
  holdsNothingElse: 'Nothing is sent until you connect.',
  edit: 'Edit the details',
  more: 'Name and service address',
  product: 'Product id',
  device: 'Device id',
  name: 'Name',
  nameHint: 'What you call it. Stays in this browser.',
  token: 'Connection token',
  tokenHint: 'Lets you reach the device through the service.',
  user: 'User name',
  password: 'Password',
  passwordHint: 'Used once to log in, never stored.',
  fingerprint: 'Fingerprint',
  fingerprintHint: 'The device’s key: 64 hex digits. Without it the device cannot be verified.',
  service: 'Service address',
  serviceHint: 'The service this page came from, unless you were given another address.',
  none: 'not in the link',
  submit: 'Connect',
  showPassword: 'Show or hide the password',
  linkUnreadable: 'The link that was opened is not complete. Paste the whole link here, or type the details.',
  forgotten: 'This device is no longer remembered here. Add it again.',
};

/** Reading a link with the camera, in English. */
export const scan = {
  title: 'Scan a code',
  starting: 'Asking for the camera. Allow it when the browser asks.',
  aim: 'Hold the code in front of the camera, so that it fills the frame.',
  hard: 'No code yet. Go closer, hold still, and make sure that there is light and no glare.',
  other: 'This code holds something else, not a link to a device.',
  found: 'Code read.',
  viewfinder: 'The camera’s picture',
  again: 'Try the camera again',
  choose: 'Choose a picture',
  unreadable:
    'There is no code in this picture that can be read. Take it closer and straight from the front.',
  noPicture: 'This file is not a picture.',
  problem: {
    denied: 'The camera is not allowed. Allow it in the address bar, or choose a picture of the code.',
    none: 'There is no camera here. Choose a picture of the code, or paste the link.',
    busy: 'Something else is using the camera. Close it, then try again.',
    insecure:
      'Browsers allow the camera only on pages that came over https. Choose a picture of the code, or paste the link.',
    failed: 'The camera did not start. Try again, choose a picture of the code, or paste the link.',
  },
};

/** Validation of links and fields, in English. */
export const check = {
  required: 'Needed to find the device.',
  tokenRequired: 'Needed: the service asks for it.',
  tokenLength: 'At most 64 bytes.',
  idLength: 'At most 64 characters, without spaces or slashes.',
  userName: '1 to 64 of a–z, 0–9, dot, dash and underscore.',
  passwordLength: '4 to 64 bytes.',
  passwordNeedsUser: 'A password needs a user name.',
  fingerprint: '64 hex digits; colons are fine.',
  service: 'An address that begins with wss://, ws://, https:// or http://.',
  serviceInsecure: 'This page came over https: the service’s address must be wss://.',
  serviceNotListed: (services: string) => `This console talks only to: ${services}.`,
  linkNotListed: (service: string, services: string) =>
    `This link is for the service ${service}. This console talks only to: ${services}.`,
  link: 'This is not a complete link to a device. Copy the whole link again.',
  linkFingerprint: 'The fingerprint in this link is damaged. Copy the whole link again.',
  nameLength: 'At most 64 characters.',
  path: 'A path begins with “/”.',
  json: (reason: string) => `This is not JSON: ${reason}`,
  hex: 'Pairs of hex digits; spaces are fine.',
  cbor: 'This value cannot be written as CBOR.',
  contentFormat: 'A number from 0 to 65535.',
  file: 'Choose a file of at most 64 MB.',
};

/** A device's reachability, in English. */
export const presence = {
  unasked: (when: string) => `Last seen ${when}`,
  neverSeen: 'Not seen yet',
  looking: 'Looking for it',
  reachableSince: (when: string) => `Reachable since ${when}`,
  unverified: 'not verified',
  asksLogin: 'Needs login',
  away: 'Not reachable',
  awaySince: (when: string) => `Not reachable, last seen ${when}`,
  failedSince: (why: string, when: string) => `${why} Last seen ${when}.`,
  impostor: 'Another device answers in its place',
  lastPath: (path: string) => `last path: ${path}`,
  paths: { 'same-network': 'same network', direct: 'direct', relayed: 'through a relay' },
};

/** The verification badge of a device, in English. */
export const badge = {
  verified: 'Verified',
  notVerified: 'Not verified',
  silent: 'No answer',
  silentHint:
    'Nothing comes from the device at the moment. Whether it is still there will show in a few seconds.',
  lost: 'Not connected',
  lostHint: 'The connection is lost for now. Who the device is, is checked again when it is back.',
  verifiedHint: 'The device proved that it has the right key and that this connection is not intercepted.',
  unboundHint:
    'The device proved that it has the right key, but it is too old to prove that this connection is not intercepted.',
  unknownHint:
    'No fingerprint is known for this device. All that can be checked is whether its key is still the same as the first time.',
};
