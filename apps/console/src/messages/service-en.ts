/** @module The texts of the operator screens, in English. */

import { product, issuer, device, token } from './service-registry-en.ts';
import { record, people } from './service-operators-en.ts';

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const tenths = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
const MOMENT = { dateStyle: 'medium', hourCycle: 'h23' } as const;
const moment = new Intl.DateTimeFormat('en', { ...MOMENT, timeStyle: 'short' });
const second = new Intl.DateTimeFormat('en', { ...MOMENT, timeStyle: 'medium' });

/** The operator screens, in English. */
export const service = {
  title: 'Service',

  sections: 'Sections of the service',
  back: 'All devices',
  overview: 'Overview',
  products: 'Products',
  tokens: 'Tokens',
  online: 'Online',
  audit: 'Audit record',
  operators: 'Operators',
  count: (n: number) => whole.format(n),
  rate: (n: number) => tenths.format(n),
  at: (ms: number) => moment.format(ms),
  exactly: (ms: number) => second.format(ms),
  loading: 'Loading',
  more: 'Show more',
  save: 'Save',
  none: '–',
  actions: 'Actions',
  roles: { viewer: 'Viewer', manager: 'Manager', admin: 'Admin' },
  roleMay: {
    viewer: 'Sees everything except operators and keys.',
    manager: 'Also changes products, devices and tokens, and ends sessions.',
    admin: 'Also manages operators and keys, and copies the registry.',
  },
  needsRole: (role: string) => `Your role does not allow changes here. That takes the role ${role}.`,
  adminsOnly: 'Only an admin sees the operators and keys. An admin of this service can change your role.',
  signIn: {
    title: 'Sign in',
    lead: 'For those who run the service, not for users of a device.',
    user: 'User name',
    password: 'Password',
    submit: 'Sign in',
    out: 'Sign out',
    wrong: 'Wrong user name or password.',
    wait: (seconds: number) => `Too many tries. Wait ${whole.format(seconds)} s, then try again.`,
    needed: 'Needed to sign in.',
    expiredTitle: 'Sign in again',
    expiredLead: 'Your session has ended. What you typed is still there and goes on when you have signed in.',
    onlyThere:
      'Each service is operated from its own address, because a session is valid only there. This console comes from elsewhere.',
    elsewhere: 'Another service',
    elsewhereHint:
      'Each service is operated from its own address, because a session is valid only there. This opens that address.',
    address: 'Address of the service',
    addressWrong: 'An address that begins with https:// or http://.',
    open: 'Open',
  },
  problem: {
    unreachable: 'The service did not answer. Check your network, then try again.',
    notService: 'There is no service at this address. Its console may be elsewhere.',
    aborted: 'That was not done.',
    again: 'Try again',
    request: (id: string) => `Request ${id}`,
    ERR_FORBIDDEN: 'Your role does not allow this. An admin of this service can change it.',
    ERR_ORIGIN: 'The service takes changes from its own pages only. Open its console at its own address.',
    ERR_INSECURE_LOGIN:
      'Over plain http the network between could read the password. Open this page over https, or on the machine itself as localhost.',
    ERR_INVALID_CREDENTIALS: 'The current password is wrong.',
    ERR_NOT_FOUND: 'It is no longer there.',
    ERR_ALREADY_EXISTS: 'There is one of this name already.',
    ERR_CONFLICT: 'That cannot be done as things are now.',
    ERR_REGISTRY_LIMIT: 'There is no room for more of these.',
    ERR_LIFETIME: 'The token has expired, or is to last too long.',
    ERR_JWKS: 'The keys of the issuer must be at an http or https address.',
    ERR_NAME_FORMAT: 'This name is not one the service takes.',
    ERR_FINGERPRINT_FORMAT: 'A fingerprint has 64 hex digits; colons are fine.',
    ERR_PASSWORD_LENGTH: 'A password has 12 to 256 bytes.',
    ERR_RATE_LIMITED: 'Too many tries. Wait a little, then try again.',
    ERR_UNAVAILABLE: 'The service cannot reach its database, or is stopping. Try again in a moment.',
    ERR_BODY_TOO_LARGE: 'This is larger than the service takes.',
    ERR_IMPORT: 'The file does not fit, so nothing of it was added.',
    ERR_UNAUTHENTICATED: 'You are not signed in.',
    other: 'The service did not do that.',
  },
  health: {
    good: 'Everything works',
    bad: 'Something does not work',
    works: 'works',
    fails: 'does not answer',
    parts: { service: 'Service', database: 'Database', redis: 'Redis' },
    missing: (n: number) =>
      n === 1 ? 'One node did not answer in time.' : `${whole.format(n)} nodes did not answer in time.`,
  },
  refusals: { title: 'Refused in the last 24 hours', all: 'All decisions' },
  rates: {
    title: 'Right now',
    devices: 'Devices online',
    sessions: 'Sessions',
    messages: 'Messages a second',
    logins: 'Logins a minute',
    refused: 'Refused a minute',
    chart: (name: string, low: string, high: string) =>
      `${name} in the last minutes: from ${low} to ${high}.`,
    ofNode: 'Rates are of the node that answers.',
    known: (seconds: number) =>
      `Logins and refusals have been counted for ${whole.format(seconds)} s: a full minute is not over yet.`,
  },
  product,
  issuer,
  device,
  token,
  live: {
    devices: 'Devices online',
    sessions: 'Sessions',
    product: 'Product',
    device: 'Device',
    since: 'Since',
    address: 'From',
    token: 'Token',
    node: 'Node',
    noDevices: 'No device is online.',
    noSessions: 'No client is connected through the service.',
    end: 'End',
    endOne: (device: string, address: string) => `End the session of ${address} with ${device}`,
    endTitle: 'End the session?',
    endHint:
      'The picture there may go on, and with a valid token the client can connect again. Revoke the token to end both.',
    filter: 'Product',
    all: 'All',
    first: (n: number) => `These are the first ${whole.format(n)}. There are more.`,
  },
  record,
  people,
  confirm: {
    type: (name: string) => `Type ${name} to confirm`,
    differs: 'That is not its name.',
  },
};
