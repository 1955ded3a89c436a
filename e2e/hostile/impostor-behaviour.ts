/** @module An impostor's answers, as data: it terminates the browser's WebRTC itself and poses as the device; the real device may be behind it. */

/** How it answers the challenge for the device's key. */
export const CHALLENGE_ANSWERS = {
  'own key': 'signs with its own key',
  relayed: 'passes on the token of the real device',
  'relayed, claims removed':
    'passes on the token of the real device without its claims about the certificates',
  'relayed, claims replaced':
    'passes on the token of the real device with its own certificates in the claims',
  "the real device's key, own signature": 'names the real key and signs with its own',
  'no algorithm': 'sends a token that says "alg: none"',
  'an earlier token': 'sends a token that the real device made for an earlier nonce',
  none: 'says that there is no such resource',
  error: 'answers with an error of its own',
  'no token': 'answers with JSON that holds no token',
} as const;
export type ChallengeAnswer = keyof typeof CHALLENGE_ANSWERS;

/** How it answers the request for the logged-in user. */
export const WHO_ANSWERS = {
  administrator: 'answers that the browser is "admin", an administrator',
  'another user': 'answers that the browser is "mallory", an administrator',
  relayed: 'passes on what the real device says of the service itself',
  'no one': 'answers that the browser is no user',
  unreadable: 'answers with a record that cannot be read',
  'not there': 'answers that users are not supported',
} as const;
export type WhoAnswer = keyof typeof WHO_ANSWERS;

/** How it answers the password login. */
export const LOGIN_ANSWERS = {
  relayed: 'passes both rounds on to the real device',
  guessed: 'runs the login itself with a password that it guesses',
  accepted: 'accepts every login and answers with the confirmation that the client sent',
  refused: 'refuses every login',
  throttled: 'says that there were too many logins',
  'not there': 'says that there is no password login',
} as const;
export type LoginAnswer = keyof typeof LOGIN_ANSWERS;

/** How it answers every other request: passes it on, or reports success. */
export type OtherAnswer = 'relayed' | 'welcome';

/** One impostor. */
export interface ImpostorBehaviour {
  readonly challenge: ChallengeAnswer;
  readonly who: WhoAnswer;
  readonly login: LoginAnswer;
  readonly others: OtherAnswer;
}

/** Its answers, in one sentence. */
export function impostorWords({ challenge, who, login }: ImpostorBehaviour): string {
  return `${CHALLENGE_ANSWERS[challenge]}, ${WHO_ANSWERS[who]} and ${LOGIN_ANSWERS[login]}`;
}
