/** @module The texts of video and audio, in English. */

import { whole } from './formats-en.ts';

/** Video and audio, in English. */
export const live = {
  video: (name: string) => `Live video from ${name}`,
  waiting: 'Waiting for the picture',
  unmute: 'Unmute',
  mute: 'Mute',
  noSound: 'No sound from this device',
  fullScreen: 'Full screen',
  snapshot: 'Save a picture',
  snapshotDone: 'Picture saved.',
  snapshotNone: 'There is no picture to save yet.',
  talk: 'Talk',
  talking: 'Talking: tap to stop',
  talkStarting: 'Starting the microphone…',
  talkDenied: 'The browser may not use the microphone. Allow it in the address bar, then try again.',
  talkMissing: 'There is no microphone, or this page may not use one (it has to come over https).',
  talkGone: 'The microphone is gone: it was unplugged, or the browser may not use it any more.',
  talkFailed: 'The device did not take your voice.',
  talkNoLoudspeaker: 'This camera has no loudspeaker.',
  talkCodecs: 'This camera has no loudspeaker for this browser’s sound.',
  talkNotSent:
    'Your voice is not being sent. Try again; if that does not help, choose another microphone or reload the page.',
  talkForbidden: 'Your role does not allow you to talk.',
  play: 'Play',
  denied: 'Your role does not allow you to see this.',
  deniedWho: 'An administrator of the device can change your role.',
  noFeed: 'This device has no camera to show.',
  openRequests: 'Any request',
  noFeedHint: 'What else it can do is under “Controls”.',
  mediaFailed: 'The device did not start its video.',
  askAgain: 'Ask again',
  tile: (device: string, track: string) => `${device}: ${track}`,
  camera: (number: number) => `Camera ${number}`,
  sound: (number: number) => `Sound ${number}`,
  controls: (track: string) => `Controls of ${track}`,
  more: 'More actions',
  moreOf: (track: string) => `More for ${track}`,
  enlarge: (track: string) => `Show ${track} large`,
  allCameras: 'All cameras',
  previousCamera: 'Previous camera',
  nextCamera: 'Next camera',
  pause: 'Pause',
  paused: 'Paused',
  pictureInPicture: 'Small window',
  statistics: 'Statistics',
  quality: {
    still: 'The picture is frozen.',
    halting: 'The picture keeps stopping.',
    few: 'Only a few pictures a second arrive.',
    lossy: 'Part of the picture is lost on the way here.',
    coarse: 'The picture is less sharp than before.',
  },
  levels: {
    choose: 'Picture quality',
    auto: 'Automatic',
    high: 'High',
    low: 'Low',
    reduced: 'Reduced for your line',
    keyframes: 'Your line carries single pictures only',
    input: 'The better picture of this camera is not available',
  },
  showHidden: 'Show a hidden camera',
  hide: 'Hide',
  stats: {
    resolution: 'Picture',
    frames: 'Pictures a second',
    rate: 'Bit rate',
    codec: 'Format',
    lost: 'Lost',
    jitter: 'Jitter',
    buffer: 'Buffer',
    packets: 'Packets',
    packetsLost: 'Packets lost',
    size: (width: number, height: number) => `${width} × ${height}`,
    count: (n: number) => whole.format(n),
    none: 'not known',
    waiting: 'Measuring',
  },
};

/** Why a track does not play, in English. */
export const track = {
  accessDenied: 'Your role does not allow this.',
  unknownTrack: 'The device does not have it.',
  codecs: 'This browser cannot play this format.',
  failed: 'The device could not start it.',
  codecsHint:
    'Try another browser: Chrome, Edge and Safari play H.264, and on many machines H.265. Or have the device send H.264 or VP8: in its device.toml, transcode = true for this camera.',
  lacked: (codecs: readonly string[]) =>
    `The device sends ${codecs.join(', ')}, which this browser cannot play.`,
  codecBrowsers: {
    h264: 'Chrome, Edge and Safari play H.264, and so does Firefox once it has fetched OpenH264, which it does by itself.',
    h265: 'Safari plays H.265, and so do Chrome and Edge where the graphics chip can. Firefox does not.',
    vp8: 'Chrome, Edge, Firefox and Safari play VP8.',
    vp9: 'Chrome, Edge, Firefox and Safari play VP9.',
    av1: 'Chrome, Edge and Firefox play AV1, and so does Safari on the newest Apple devices.',
  },
  codecOtherBrowser: 'Try another browser.',
  codecDevice:
    'Or choose H.264 in the camera’s own settings, or set transcode = true for this camera in the device’s device.toml.',
  codecDeviceNotH264:
    'Or set transcode = true for this camera in the device’s device.toml: then it also sends VP8.',
  codecDeviceSound: 'Or have the device send Opus or G.711, which all browsers play.',
  ofSound: (why: string) => `Sound: ${why}`,
};

/** Recordings, in English. */
export const recording = {
  start: 'Record from now',
  startBefore: 'Record, with the 30 seconds before',
  saveLast: 'Save the last 30 seconds',
  keep: 'Keep the last 30 seconds ready',
  keepHint: 'They stay in this browser’s memory until they are saved. Costs some battery.',
  stop: 'Stop and save the recording',
  running: (elapsed: string) => `Recording, ${elapsed}`,
  saving: 'Saving the recording',
  saved: 'Recording saved.',
  nothing: 'There is nothing to save yet.',
  failed: 'The recording could not be saved.',
  broken: (outcome: string) => `The browser ended the recording. ${outcome}`,
};

/** The video wall, in English. */
export const wall = {
  title: 'Wall',
  choose: 'Choose devices',
  chooseTitle: 'On the wall',
  done: 'Done',
  first: (n: number) => `Show the first ${n}`,
  most: (n: number) => `At most ${n} at once.`,
  none: 'No device is chosen.',
  noneHint: 'Choose the ones that you want to see side by side.',
  noDevices: 'There is no device yet.',
  connecting: 'Connecting',
  tryNow: 'Try now',
  logIn: 'Log in',
  look: 'View',
  fullScreen: 'Full screen',
};
