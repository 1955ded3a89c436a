/** @module The texts of connecting, logging in and logging out, in English. */

/** The page of one device, in English. */
export const device = {
  tabs: 'Sections of this device',
  live: 'Live',
  activity: 'Activity',
  controls: 'Controls',
  people: 'People',
  more: 'More',
  terminal: 'Terminal',
  web: 'Web',
  connection: 'Connection',
  back: 'All devices',
  connectAgain: 'Connect again',
  connectNow: 'Try now',
  reconnecting: (attempt: number) => `Reconnecting, attempt ${attempt}.`,
  retryIn: (seconds: number) => `Trying again in ${seconds} s`,
  attempt: (n: number) => `attempt ${n}`,
  trying: (n: number) => `Trying again, attempt ${n}`,
  lastPicture: 'Last picture before the connection ended',
  whenBack: 'The device is not connected. This appears as soon as it is back.',
};

/** The steps of connecting, in English. */
export const steps = {
  label: 'Connecting',
  finding: 'Finding the device',
  asking: 'Asking for a path',
  opening: 'Opening the connection',
  checking: 'Checking who it is',
  login: 'Logging in',
  progress: (step: string, n: number, of: number) => `${step}, step ${n} of ${of}`,
  slow: {
    finding: 'Still finding the device: the service may be down, or this network may not let you reach it.',
    asking: 'Still asking for a path: the service is slow to answer.',
    opening: 'Still opening the connection: the networks in between may not let it through.',
    checking: 'Still checking who it is: the device is slow to answer.',
    login: 'Still logging in: the device is slow to answer.',
  },
};

/** Who this browser is on the device, in English. */
export const me = {
  label: 'Who you are on this device',
  role: (role: string) => role,
  noRole: 'no role',
  loggedOut: 'Not logged in',
  unconfirmed: 'Not confirmed',
  unconfirmedHint:
    'The device says that it knows this browser, but someone in between could say so as well. Logging in confirms it.',
  login: 'Log in',
};

/** The question before secrets leave over an unconfirmed connection, in English. */
export const unbound = {
  title: 'This connection is not confirmed',
  body: 'Someone between you and the device could read what you send from here, passwords included.',
  microphone: 'Someone between you and the device could hear what you say, and everything else in the room.',
  logIn: 'Log in to confirm it',
  goOn: 'Go on anyway',
};

/** Logging in, in English. */
export const login = {
  title: 'Log in',
  titleTo: (name: string) => `Log in to ${name}`,
  user: 'User name',
  password: 'Password',
  submit: 'Log in',
  skip: 'Skip login',
  wrong: 'Wrong user name or password.',
  wrongFromLink: 'The password in the link is wrong. Type the right one, or ask for a new link.',
  gone: 'The device no longer knows you. Log in as another user, or ask its owner.',
  accessEnded: 'Your access ended. Ask the device’s owner for more time.',
  inviteUsed: 'This invite was used already. Ask for a new one, or log in with a password.',
  nameTitle: 'Choose a name',
  nameLead: (name: string) => `What should ${name} call you?`,
  nameSubmit: 'Join',
  nameTaken: 'This name is taken. Choose another.',
  pairingOff: 'The device takes no new users now. Ask its owner for an invite.',
  pairingDenied: 'The device did not let you in. Ask its owner for an invite.',
  notRememberable: 'A private window cannot be remembered. Open the link in an ordinary one.',
  notKept: 'In a private window, the device asks for your password each time.',
  lapsed: 'The device no longer knows this browser. Log in once more, or ask its owner for an invite.',
  notRemembered: 'The device asks your role for its password each time.',
  expires: (date: string) => `The device knows this browser until ${date}. Then you need a new invite.`,
  wait: (seconds: number) => `Too many wrong passwords. Wait ${seconds} s, then try again.`,
};

/** Switching to another user, in English. */
export const otherUser = {
  title: 'This link is for another user.',
  body: (known: string, offered: string) =>
    `It would make you ${offered} on this device. In this browser you are ${known}.`,
  stay: (known: string) => `Stay ${known}`,
  become: (offered: string) => `Become ${offered}`,
};

/** The warning that another device answers in its place, in English. */
export const stop = {
  title: 'This is not your device',
  mismatch:
    'Something answered in its place, but its key is not the one you expect. Nothing but the question for its key was sent to it: no password, no request.',
  otherThanFirst:
    'Something answered in its place, but it showed another key than the first time. Nothing but the question for its key was sent to it: no password, no request.',
  first: 'Fingerprint the first time',
  firstAdvice: 'If it was really reset, remove it from your devices and add it again.',
  meaningTitle: 'What it may mean',
  meaningMiddle: 'The connection is being intercepted.',
  meaningReset: 'The device was reset or replaced and has a new key.',
  meaningLink: 'The link or the label is from another device.',
  advice:
    'Do not go on. Compare the fingerprints with the device’s label, or ask its owner for a new link in a way you trust.',
  expected: 'Expected fingerprint',
  shown: 'Fingerprint that answered',
  noneShown: 'It proved no key.',
  differsTitle: 'This link names another key',
  differs:
    'You know this device by one key, and the link you opened names another. No connection was made, and nothing was changed.',
  remembered: 'Fingerprint you know',
  offered: 'Fingerprint in the link',
  differsAdvice:
    'If the device was really reset, remove it from your devices and open the new link again. Otherwise do not use this link.',
  connectRemembered: 'Connect with the key I know',
  keyStays:
    'No link replaces the key that you know. If the device was really reset, remove it from your devices first.',
  newLink: 'Paste a new link',
  removeAndNewLink: 'Remove and add again',
  leave: 'Back to devices',
};
