/** @module The texts of the doctor, in English. */

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
/** With one decimal, unless it is 0. */
const short = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
const tenths = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** The doctor, in English. */
export const doctor = {
  title: 'Doctor',
  titleFor: (name: string) => `Doctor: ${name}`,
  lead: 'Checks every part of the connection. It takes at most half a minute.',
  open: 'Find the problem',
  start: 'Check the connection',
  again: 'Check again',
  stop: 'Stop',
  back: 'Back to the device',
  running: (check: string) => `Checking: ${check}`,
  elapsed: (ms: number) => (ms < 1000 ? `${whole.format(ms)} ms` : `${tenths.format(ms / 1000)} s`),
  worksAnyway: 'Connecting works anyway.',
  all: 'All checks',
  copy: 'Copy the report',
  copyNote: 'It holds no tokens, passwords or addresses.',
  brokenTitle: 'The check did not work.',
  brokenHint: 'The page may be too old, or offline. Load it again, then try once more.',
  marks: {
    waiting: 'not yet',
    running: 'checking',
    good: 'good',
    warning: 'works, with a note',
    bad: 'fails',
    skipped: 'skipped',
  },
  checks: {
    browser: 'This browser',
    service: 'The service',
    login: 'The token',
    device: 'The device at the service',
    network: 'The networks in between',
    way: 'The path to the device',
    identity: 'The device’s identity',
    media: 'Picture and sound',
  },
  steps: {
    browser: 'What it can do',
    service: 'Answers at its address',
    websocket: 'Takes connections',
    login: 'Takes the token',
    device: 'Is connected',
    servers: 'Servers named by the service',
    clock: 'Your clock against the service’s',
    udp: 'Lets UDP through',
    stun: 'STUN server',
    'turn-udp': 'Relay over UDP',
    'turn-tcp': 'Relay over TCP',
    'turn-tls': 'Relay over TLS',
    pairs: 'Packets arrive',
    dtls: 'Encryption',
    channel: 'Channel for requests',
    identity: 'Its key',
    user: 'Your password',
    codecs: 'Formats',
    line: 'Capacity of your line',
  },
  codes: {
    ok: 'good',
    'not-needed': 'nothing to test',
    'not-asked': 'not checked',
    'needs-earlier-step': 'not reached',
    'no-webrtc': 'no WebRTC',
    'offline-here': 'offline',
    'insecure-page': 'the page did not come over https',
    'mixed-content': 'the page is https, the address is ws://',
    'local-network-denied': 'the browser does not allow the local network',
    unreachable: 'no answer at the address',
    'no-websocket': 'answers, but takes no connection',
    'token-rejected': 'token not valid (4002)',
    'unknown-product': 'product id not known (4005)',
    'unknown-device': 'device id not known (4006)',
    'device-offline': 'not connected (4003)',
    'device-refuses': 'refuses (4001)',
    'device-fault': 'reports a fault (4010)',
    'device-closed': 'ended the session (1000)',
    'service-restarting': 'is restarting (1012)',
    'service-closed': 'closed the connection',
    'no-answer': 'no answer in time',
    'no-relay-offered': 'no relay offered',
    'clock-unknown': 'cannot be compared from this page',
    'clock-wrong': 'wrong',
    'no-address': 'the browser gives no address',
    'udp-blocked': 'blocked',
    'server-silent': 'no answer',
    'credentials-refused': 'refuses the service’s credentials (401)',
    'server-error': 'answers with an error',
    'no-path': 'no path found',
    'dtls-failed': 'not with the certificate that was announced',
    'channel-failed': 'did not open',
    'wrong-fingerprint': 'another key than expected',
    'not-bound': 'right, but this old device cannot rule out interception',
    'not-proven': 'not proven',
    'wrong-password': 'wrong',
    'login-failed': 'the device did not let the login finish',
    forbidden: 'not checked: it takes a login that allows it',
    'no-common-codec': 'this browser cannot play it',
    'track-failed': 'the device sends none',
    'narrow-line': 'too narrow for the large picture',
  },
  /** The conclusion with its figures, in bits per second. */
  narrowLine: {
    title: (carried: number, wanted: number) =>
      `Your line carries about ${short.format(carried / 1e6)} Mbit/s; the camera’s large picture needs ${short.format(wanted / 1e6)}.`,
    todo: 'The device sends a smaller picture, and the large one again as soon as the line carries it. Downloads or a weak Wi-Fi may take the rest, on your side or the device’s.',
  },
  conclusions: {
    allWell: {
      title: 'All is well.',
      todo: 'Every check passed.',
    },
    withoutRelay: {
      title: 'All is well here, but the service has no relay.',
      todo: 'From some networks the device is reached only through a relay. The service’s operator can add one.',
    },
    noWebrtc: {
      title: 'This browser cannot make such connections.',
      todo: 'Use a current browser; extensions may switch WebRTC off.',
    },
    offlineHere: {
      title: 'This browser is offline.',
      todo: 'Connect it to a network.',
    },
    insecurePage: {
      title: 'This page cannot verify a device.',
      todo: 'Open the console over https.',
    },
    noToken: {
      title: 'There is no connection token.',
      todo: 'Paste a link that has it.',
    },
    mixedContent: {
      title: 'The service’s address does not fit this page.',
      todo: 'It must begin with wss://, as this page came over https.',
    },
    localNetworkDenied: {
      title: 'This browser keeps the page away from your local network.',
      todo: 'Allow “local network” in the page’s settings, beside the address at the top, then load the page again.',
    },
    serviceUnreachable: {
      title: 'The service cannot be reached.',
      todo: 'Check your network and the service’s address. Otherwise the service is down.',
    },
    serviceNotOne: {
      title: 'Something answers there, but it is not the service.',
      todo: 'Check the address. A proxy may also block WebSockets.',
    },
    serviceBusy: {
      title: 'The service closed the connection or did not answer in time.',
      todo: 'Try again in a moment.',
    },
    loginRefused: {
      title: 'The service refuses the login: this link is no longer valid.',
      todo: 'Ask the device’s owner for a new link.',
    },
    noSuchDevice: {
      title: 'The service does not know this device.',
      todo: 'Compare both ids with the device’s label.',
    },
    deviceRefuses: {
      title: 'The device refuses this connection.',
      todo: 'Ask its owner, or try again later: it may be full.',
    },
    deviceOffline: {
      title: 'The device is offline.',
      todo: 'Check its power and network.',
    },
    deviceFault: {
      title: 'The device has a fault.',
      todo: 'Try again, or restart the device.',
    },
    clockWrong: {
      title: 'The clock of this machine is wrong.',
      todo: 'Have it set automatically.',
    },
    udpBlocked: {
      title: 'Your network blocks UDP.',
      todo: 'Try another network. Only a relay over TCP or TLS gets through this one.',
    },
    relayUnreachable: {
      title: 'The relay cannot be reached.',
      todo: 'Try another network. Otherwise the relay is down: ask the service’s operator.',
    },
    relayRefused: {
      title: 'The relay refuses the credentials of the service.',
      todo: 'The service’s operator has to compare TURN secret and clock with the relay’s.',
    },
    noRelay: {
      title: 'There is no direct path, and the service has no relay.',
      todo: 'Try another network, or have the service’s operator add a relay.',
    },
    noPath: {
      title: 'No path through the networks in between.',
      todo: 'Try another network; the device’s own doctor checks from its side.',
    },
    inTheMiddle: {
      title: 'No encrypted connection could be made.',
      todo: 'The answer came with another certificate than announced. Try again; if it stays, do not go on: it may be intercepted.',
    },
    channelFailed: {
      title: 'The device accepted the connection, but not the channel for requests.',
      todo: 'Try again, or restart the device.',
    },
    wrongKey: {
      title: 'This is not your device.',
      todo: 'Do not go on. Compare the fingerprint with the device’s label.',
    },
    notProven: {
      title: 'The device did not prove who it is.',
      todo: 'Do not go on; try again from another network.',
    },
    wrongPassword: {
      title: 'The password is wrong.',
      todo: 'Type it again, or ask for a new invite.',
    },
    noCodec: {
      title: 'This browser cannot play the device’s format.',
      todo: 'Use another browser, or have the device send H.264 or VP8 (in its settings: transcode), and Opus or G.711 as sound.',
    },
    trackFailed: {
      title: 'The device does not send its picture or sound.',
      todo: 'Look at the camera: its cable, its power, its address.',
    },
  },
};
