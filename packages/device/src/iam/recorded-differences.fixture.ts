/** @module Test fixture: the steps that our device answers differently than the recorded one, each with its reason. */

/** Why an answer differs. */
const MALFORMED = 'CBOR that ends early is a bad request, whatever it began with';
const WORDS = 'the same status with another text, which clients must not depend on';
const REGRESSION = 'the recorded version cannot encode lists of names; ours can';
const NAMES_AS_THEY_ARE = 'a NUL is not silently cut off: the name is refused';
const NEW_PASSWORD = 'a new password has at least 8 bytes';
const OPEN_PASSWORD_ONLY = 'pairing openly needs the open password, and not just any login';
const NEVER_LOCAL = 'local pairing is refused, whether its mode is on or off';
const REAL_FINGERPRINTS = 'a fingerprint is 64 hex digits';
const REMOVED_ALL_THE_SAME = 'a fingerprint given in upper case is removed too';
const LIMITED = 'pairing does not exceed the limit of users';
const NOT_RECORDED = 'the recording leaves out the requests that made the user so';

/** `group | case | index of the step` → reason. */
export const RECORDED_DIFFERENCES: ReadonlyMap<string, string> = new Map([
  ['demo-defaults | admin (password login), demo configuration: the same endpoints | 3', REGRESSION],
  ['demo-defaults | admin (password login), demo configuration: the same endpoints | 7', REGRESSION],
  ['pairing | POST /iam/pairing/password-open: errors, authenticated with the open password | 13', MALFORMED],
  ['pairing | POST /iam/pairing/password-open: errors, authenticated with the open password | 17', WORDS],
  ['pairing | POST /iam/pairing/password-open: errors, authenticated with the open password | 24', WORDS],
  ['pairing | POST /iam/pairing/password-open: errors, authenticated with the open password | 25', WORDS],
  [
    'pairing | POST /iam/pairing/password-open by a connection logged in as an ordinary user (not the open password) | 1',
    OPEN_PASSWORD_ONLY,
  ],
  [
    'pairing | POST /iam/pairing/password-open by a connection logged in as an ordinary user (not the open password) | 2',
    OPEN_PASSWORD_ONLY,
  ],
  ['pairing | pairing modes switched off | 7', NEVER_LOCAL],
  ['users | GET /iam/roles | 2', REGRESSION],
  ['users | GET /iam/roles | 3', REGRESSION],
  ['users | GET /iam/roles | 4', REGRESSION],
  ['users | POST /iam/users: payload errors | 11', MALFORMED],
  ['users | POST /iam/users: payload errors | 27', WORDS],
  ['users | POST /iam/users: payload errors | 29', NAMES_AS_THEY_ARE],
  ['users | PUT /iam/users/{user}/password: access | 6', NEW_PASSWORD],
  ['users | PUT /iam/users/{user}/password: payload errors | 11', MALFORMED],
  ['users | PUT /iam/users/{user}/display-name: payload errors | 11', MALFORMED],
  ['users | PUT /iam/users/{user}/role: payload errors | 11', MALFORMED],
  ['users | PUT /iam/users/{user}/sct: payload errors | 11', MALFORMED],
  ['users | PUT /iam/users/{user}/oauth-subject: payload errors | 11', MALFORMED],
  ['users | PUT /iam/users/{user}/fingerprint: payload errors | 11', MALFORMED],
  ['users | PUT /iam/users/{user}/fcm | 27', NOT_RECORDED],
  ['users | PUT/DELETE /iam/users/{user}/fingerprints/{fp} | 15', MALFORMED],
  ['users | PUT/DELETE /iam/users/{user}/fingerprints/{fp} | 18', MALFORMED],
  ['users | PUT/DELETE /iam/users/{user}/fingerprints/{fp} | 23', REAL_FINGERPRINTS],
  ['users | PUT/DELETE /iam/users/{user}/fingerprints/{fp} | 24', REAL_FINGERPRINTS],
  ['users | PUT/DELETE /iam/users/{user}/fingerprints/{fp} | 31', REMOVED_ALL_THE_SAME],
  ['users | PUT/DELETE /iam/users/{user}/fingerprints/{fp} | 32', REMOVED_ALL_THE_SAME],
  ['users | GET /iam/users at the end | 0', REGRESSION],
  ['settings | PUT /iam/device-info/friendly-name | 13', MALFORMED],
  ['max-users-12 | user limit reached | 5', LIMITED],
  ['max-users-12 | user limit reached | 6', LIMITED],
]);
