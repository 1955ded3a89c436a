/** @module The texts about the registry: products, their issuers, devices and tokens, in English. */

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

/** Products, in English. */
export const product = {
  add: 'Add a product',
  id: 'Product id',
  idHint: '1 to 64 letters, digits, dots, dashes or underscores.',
  created: 'Added',
  issuers: 'Issuers',
  empty: 'No products yet',
  emptyHint: 'A product is a family of devices. Add the first one.',
  devices: 'Devices',
  remove: 'Remove this product',
  removeHint: 'Its devices and tokens are removed too, and connected clients are disconnected.',
  back: 'All products',
};

/** Issuers of logins, in English. */
export const issuer = {
  title: 'Issuers of logins',
  lead: 'Services of yours whose signed tokens (JWT) let people reach the devices of this product.',
  empty: 'None.',
  name: 'Issuer',
  audience: 'Audience',
  jwks: 'Address of its keys',
  add: 'Add an issuer',
  remove: (name: string) => `Remove ${name}`,
  removeTitle: 'Remove the issuer?',
  removeHint: 'Sessions that came with its tokens end.',
};

/** Devices, in English. */
export const device = {
  add: 'Add a device',
  id: 'Device id',
  name: 'Name',
  nameHint: 'For people. May be left out.',
  fingerprint: 'Fingerprint',
  fingerprintHint: 'The device’s key, as its set-up printed it: 64 hex digits.',
  search: 'Search devices',
  searchPlaceholder: 'Id or name',
  searched: (found: number, of: number) => `${whole.format(found)} of ${whole.format(of)} devices`,
  searchedFirst: (of: number) => `The first ${whole.format(of)} devices were searched.`,
  empty: 'No devices yet',
  emptyHint: 'Add the first one: its set-up printed its id and fingerprint.',
  noMatch: (query: string) => `No device matches “${query}”.`,
  state: 'State',
  attached: 'Online',
  since: (when: string) => `since ${when}`,
  detached: 'Offline',
  seen: (when: string) => `Last seen ${when}`,
  neverSeen: 'Never seen',
  unknown: 'Not every node answered',
  disabled: 'Disabled',
  back: (product: string) => `Devices of ${product}`,
  details: 'Details',
  rename: 'Change the name',
  rekey: 'Change the key',
  rekeyHint:
    'For a device that has a new key. Links and labels with the old fingerprint then stop working, and its connections end.',
  disable: 'Disable',
  enable: 'Enable',
  disableHint: 'The service then refuses the device and its users, as if the device did not exist.',
  disableTitle: 'Disable the device?',
  remove: 'Remove this device',
  removeHint: 'Its tokens are removed too, and connected clients are disconnected.',
  created: 'Added',
};

/** Connection tokens, in English. */
export const token = {
  add: 'Make a token',
  lead: 'A token lets its holder ask for a connection to a device, and nothing more.',
  product: 'Product',
  scope: 'For',
  scopeHint: 'Leave it empty for every device of the product.',
  short: 'Short token (compatibility)',
  shortHint:
    'Twelve characters, for existing pages whose fields take no more. Only where the service runs with --allow-short-tokens.',
  everyDevice: 'Every device',
  id: 'Token',
  made: 'Made',
  expires: 'Ends',
  never: 'Never',
  lifetime: 'Good for',
  days: (n: number) => (n === 1 ? '1 day' : n === 365 ? '1 year' : `${whole.format(n)} days`),
  origin: { service: 'Made here', device: 'From the device' },
  state: 'State',
  states: { good: 'Good', revoked: 'Revoked', ended: 'Ended' },
  empty: 'No tokens',
  emptyHint: 'People with a link of the device need none.',
  noProducts: 'There is no product to make a token for. Add one first.',
  madeTitle: 'Your new token',
  once: 'This is shown once. Copy it now: the service keeps only its hash.',
  value: 'Token value',
  pairing: 'Link that opens the device',
  pairingHint: 'This link leads to the device, which then asks for a login.',
  code: 'Code of the link, for a camera',
  copy: 'Copy',
  done: 'I have kept it',
  rotate: 'Replace',
  rotateTitle: 'Replace the token?',
  rotateHint:
    'A new token is made. The old one stays good for a while, so that its users can change to the new one.',
  overlap: 'The old one stays good for',
  overlaps: { 0: 'Not at all', 1: '1 hour', 24: '1 day', 168: '7 days' },
  revoke: 'Revoke',
  revokeTitle: 'Revoke the token?',
  revokeHint: 'Its connections end within a second. That cannot be undone.',
  rowAction: (what: string, id: string) => `${what} ${id}`,
};
