/** @module The texts of failed connections and requests, in English. */

/** Failures and their remedies, in English. */
export const failure = {
  denied: { title: 'The device refused this connection.', hint: 'Ask its owner, or try as another user.' },
  full: {
    title: 'The device takes no more connections for now.',
    hint: 'It serves a limited number of connections. Close it in another tab, or on another phone or computer. The console keeps trying.',
  },
  evicted: {
    title: 'A newer connection replaced this one.',
    hint: 'The device serves a limited number of connections. Close other tabs that show it, then connect again.',
  },
  busy: {
    title: 'The service takes no more connections for now.',
    hint: 'The console keeps trying.',
  },
  tokenRejected: { title: 'This link is no longer valid.', hint: 'Ask for a new link and paste it.' },
  tokenUnchecked: {
    title: 'The service could not check this link just now.',
    hint: 'The link may well be valid. The console keeps trying.',
  },
  tokenMissing: {
    title: 'There is no connection token.',
    hint: 'The service asks for one. Paste a link that has it, or type it in.',
  },
  offline: {
    title: 'The device is not connected to the service.',
    hint: 'Is it on, and does it have a network?',
  },
  noSuchDevice: { title: 'No such device.', hint: 'Compare these ids with the device’s label:' },
  timeout: { title: 'The service did not answer in time.', hint: 'The network may be slow. Try again.' },
  deviceFault: {
    title: 'The device reported a fault.',
    hint: 'Try again. If that does not help, restart the device.',
  },
  deviceClosed: { title: 'The device ended the connection.', hint: 'It may be restarting.' },
  unreachable: {
    title: 'The service cannot be reached.',
    hint: 'Check your network and this address:',
  },
  notListed: {
    title: 'This console does not talk to that service.',
    hint: 'The device is remembered at a service that is not in this console’s list:',
  },
  offlineHere: {
    title: 'You are offline.',
    hint: 'Connect this browser to a network, then try again.',
  },
  restarting: { title: 'The service is restarting.', hint: 'That takes a moment.' },
  noPath: {
    title: 'No path through the networks in between.',
    hint: 'Try another network. If it never works, the service needs a relay.',
  },
  lost: { title: 'The connection was lost.', hint: 'This is the last picture that arrived.' },
  unproven: {
    title: 'The device did not prove who it is.',
    hint: 'It gave no answer that can be checked, so nothing was sent to it.',
  },
  noWebrtc: {
    title: 'This browser cannot make such connections.',
    hint: 'Use another one. On an iPhone, Lockdown Mode may have switched them off.',
  },
  insecurePage: {
    title: 'This page cannot verify a device.',
    hint: 'Browsers check keys only on pages that came over https. Open the console there, and use your link again. If it does not open, the service has no certificate: its owner starts it with --local-https, or with --domain and its public name.',
  },
  forbidden: {
    title: 'Your role does not allow this.',
    hint: 'An administrator of the device can change your role.',
  },
  noAnswer: { title: 'The device did not answer in time.', hint: 'Try again.' },
  badAnswer: { title: 'The device’s answer could not be read.', hint: 'The details say what came.' },
  unknown: {
    title: 'That did not work.',
    hint: 'Try again. The details may help the device’s owner.',
  },
  lastSeen: (when: string) => `Last seen ${when}.`,
  isOnline: 'has a network, as far as it knows',
  isOffline: 'has no network',
  triedHere: 'Tried here',
  triedThere: 'Tried there',
  triedNothing: 'nothing',
  relayTried: 'was tried',
  relayNot: 'none could be used',
  action: {
    again: 'Connect again',
    newLink: 'Paste a new link',
    edit: 'Edit the ids',
    editAddress: 'Edit the address',
    otherUser: 'Try as another user',
    secure: 'Open over https',
  },
};
