/** @module The texts of the Web tab, in English. */

import { requests } from './requests-en.ts';

/** The Web tab, in English. */
export const web = {
  title: 'The device’s own page',
  preparing: 'Looking for the device’s page',
  opening: 'Opening the page',
  loading: 'Loading',
  shown: (title: string) => `The device’s page: ${title}`,
  bar: 'Page',
  back: 'Back in the page',
  forward: 'Forward in the page',
  reload: 'Load the page again',
  address: 'Path on the device',
  badAddress: 'A path on this device, such as /status.',
  stream: 'Web server',
  streamName: (name: string, port: number) => `${name} (${port})`,
  otherPort: 'Another port',
  port: 'Port of the stream',
  portHint: 'As the device’s owner has set it up; 80 unless you know better.',
  portWrong: 'A number from 1 to 4294967295.',
  open: 'Open',
  again: 'Try again',
  frame: (name: string) => `The page of ${name}`,
  showAnyway: 'Open the first page',
  offer: {
    title: 'Offer of the device',
    file: (device: string) => `The page of ${device} offers a file:`,
    link: (device: string) => `The page of ${device} leads to another site:`,
    saving: 'Saving',
    tooLarge: (limit: string) => `is larger than ${limit}, and was not saved.`,
    brokenOff: 'did not arrive completely, and was not saved. Ask the page for it again.',
    save: 'Save',
    open: 'Open in a new tab',
    dismiss: 'Dismiss the offer',
    cancel: 'Stop saving',
    size: (bytes: number) => (bytes === 0 ? '0 B' : requests.size(bytes)),
  },
  noOrigins: {
    title: 'This service does not show devices’ pages yet.',
    hint: 'Each device’s page needs its own address. The service’s operator starts the service with',
    command: '--device-origin https://*.devices.example',
    more: 'and gives that wildcard name a certificate. The operators’ guide says how.',
  },
  unreachable: {
    title: 'The service did not say where the device’s page is.',
    hint: 'Check your network, then try again.',
    elsewhere: 'If your network is fine: this console does not come from the service, which has to allow it:',
    option: (page: string) => `--allow-origin ${page}`,
  },
  noPage: {
    title: 'This device has no web page.',
    hint: 'Devices of this kind do not offer one. The picture, controls and people are in the other tabs.',
  },
  noAnswer: {
    title: 'It is not known whether the device has a web page.',
    hint: 'It is connected, but its list of streams did not arrive. Try again.',
  },
  noTunnels: {
    title: 'This device offers you no web page.',
    hint: 'Your role may not allow it, or none is set up. An administrator of the device can change both. If you know the port of its stream, type it.',
  },
  noTunnelsYet: {
    title: 'This device has no web page set up yet.',
    hint: 'Write into device.toml on the device, and restart its program:',
    more: 'target is where its web server listens. If the device has a stream for it that is not listed, type its port.',
  },
  failure: {
    forbidden: {
      title: 'Your role does not allow this.',
      hint: 'An administrator of the device can change your role.',
    },
    noTunnel: {
      title: 'The device has no web server on this port.',
      hint: 'Choose another one above, or ask the device’s owner.',
    },
    unreachable: {
      title: 'The device’s web server does not answer.',
      hint: 'The device is connected, but nothing listens where its page should be. It may be starting.',
    },
    disconnected: {
      title: 'The connection to the device was lost.',
      hint: 'The page is loaded again by itself once it is back.',
    },
    busy: { title: 'The device is too busy.', hint: 'It takes no more connections for now. Try again.' },
    timeout: { title: 'The device’s web server took too long.', hint: 'Try again.' },
    cutOff: { title: 'The device’s web server broke off.', hint: 'Try again.' },
    malformed: {
      title: 'That is no web page.',
      hint: 'What answers on this port does not speak HTTP. Choose another one.',
    },
    tls: {
      title: 'This web server speaks TLS only.',
      hint: 'The connection to the device is encrypted already: set its stream up to lead to the port for plain HTTP.',
    },
    noShell: {
      title: 'The page’s own address cannot be reached.',
      hint: 'Its name may have no DNS entry, or no certificate that this browser trusts. Ask the service’s operator.',
    },
    noWorker: {
      title: 'This browser does not show devices’ pages.',
      hint: 'It runs no service workers in frames. Firefox, Chrome and Edge do; a private window may not.',
    },
    left: { title: 'The page left its frame.', hint: 'What it wanted to show is not on this device.' },
    flood: {
      title: 'The page was stopped.',
      hint: 'It asked for more at once than any page has to. The device may not be trustworthy.',
    },
  },
};
