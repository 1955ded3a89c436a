/** @module The pages, in reading order: their texts and examples. */
import type { SessionOptions } from '@longwire/client';
import { DeviceProvider } from '@longwire/react';
import type { ComponentType, ReactNode } from 'react';
import { Shed } from '../examples/device-provider.tsx';
import { Listen } from '../examples/device-sound.tsx';
import { FrontDoor } from '../examples/device-video.tsx';
import { Login } from '../examples/login.tsx';
import { Traffic } from '../examples/use-connection-stats.tsx';
import { Identity } from '../examples/use-identity.tsx';
import { Me } from '../examples/use-me.tsx';
import { Light } from '../examples/use-observe.tsx';
import { LightSwitch } from '../examples/use-request.tsx';
import { Status } from '../examples/use-session-state.tsx';
import { TryNow } from '../examples/use-session.tsx';
import { Conversation } from '../examples/use-stream.tsx';
import { Tracks } from '../examples/use-track-ids.tsx';
import { Cameras } from '../examples/use-tracks.tsx';
import { Mirror } from '../examples/use-track.tsx';
import { Users } from '../examples/use-users.tsx';
import { IMPOSTOR, LIGHT_LOCK, LIGHT_SWITCH, type Control } from '../stage/controls.tsx';
import { LOGIN } from '../stage/example-device.ts';

/** A page about a hook, a component or a task. */
export interface DocPage {
  readonly title: string;
  /** The file in `src/examples`; its name without extension is the address of the page. */
  readonly file: string;
  readonly group: 'Session' | 'Requests' | 'People' | 'Video and sound' | 'Streams';
  /** What the subject does. */
  readonly about: string;
  /** Further paragraphs. */
  readonly notes: readonly string[];
  /** What the reader can try. */
  readonly hint: string;
  readonly run: (options: SessionOptions) => ReactNode;
  readonly controls?: readonly Control[];
}

/** Runs an example below a provider. */
const withProvider =
  (Example: ComponentType): DocPage['run'] =>
  (options) => (
    <DeviceProvider options={options}>
      <Example />
    </DeviceProvider>
  );

export const PAGES: readonly DocPage[] = [
  {
    title: 'DeviceProvider',
    file: 'device-provider.tsx',
    group: 'Session',
    about:
      'Provides one session with one device to all components below it. The session starts when the provider is mounted, reconnects by itself, and ends when the provider is unmounted.',
    notes: [
      'The options define how to reach the device. With a `fingerprint` and a `login`, each connection is verified and logged in before it is used. Changed options start another session.',
      'Instead of `options` it takes a `session` that you create and end yourself.',
    ],
    hint: 'Lose the connection: the temperature stays, and changes again over the next one.',
    run: (options) => <Shed options={options} />,
  },
  {
    title: 'useSessionState',
    file: 'use-session-state.tsx',
    group: 'Session',
    about:
      'The state of the session: `connecting`, `ready`, `recovering` or `ended`, with the reason as an error with a code, the number of the attempt, and the time until the next one.',
    notes: ['Invalid options are `ended` with the reason: nothing is thrown while rendering.'],
    hint: 'Take the power from the device and give it back. Let another device answer: the session ends, because its key differs.',
    run: withProvider(Status),
    controls: [IMPOSTOR],
  },
  {
    title: 'useSession',
    file: 'use-session.tsx',
    group: 'Session',
    about:
      'The session itself, for everything without a hook: `iam`, `addTrack`, `retryNow` and more. It is `undefined` before the provider is mounted.',
    notes: [],
    hint: 'Take the power from the device, give it back, and try now.',
    run: withProvider(TryNow),
  },
  {
    title: 'useIdentity',
    file: 'use-identity.tsx',
    group: 'Session',
    about:
      'What is proven over the current connection: the device’s key and the logged-in user. It is empty without a connection, because each connection needs its own proof.',
    notes: [
      'The key is verified if the options have a `fingerprint`; a device with another key ends the session.',
    ],
    hint: 'Lose the connection: the identity is empty until the next connection proves it again.',
    run: withProvider(Identity),
    controls: [IMPOSTOR],
  },
  {
    title: 'useConnectionStats',
    file: 'use-connection-stats.tsx',
    group: 'Session',
    about:
      'Traffic statistics: the network path, round trip and rates, also for each track. They are read once a second while a mounted component uses the hook.',
    notes: [
      'Values that a browser does not report are absent. Without a connection there are no statistics.',
    ],
    hint: 'Wait for the second report: rates need two reports.',
    run: withProvider(Traffic),
  },
  {
    title: 'useRequest',
    file: 'use-request.tsx',
    group: 'Requests',
    about:
      'Sends requests and returns the state of the latest one. `send` resolves with the result of its request and never rejects.',
    notes: [
      'A request waits for the connection. A response with an error status is `answered`: `failed` means that there was no response.',
      'An `isIdempotent` request, like a GET, is repeated if the connection was lost before its response.',
    ],
    hint: 'Switch while the device has no power, and then give it back. Forbid the light: 403 is an `answered` request.',
    run: withProvider(LightSwitch),
    controls: [LIGHT_LOCK],
  },
  {
    title: 'useObserve',
    file: 'use-observe.tsx',
    group: 'Requests',
    about:
      'Observes a resource: its current value, then each change. A device without notifications is polled every few seconds.',
    notes: [
      '`failed` keeps the last `value`, and `refresh` starts again. It also starts again over the next connection and after a login.',
      'Without a path it does nothing.',
    ],
    hint: 'Press the switch on the wall. Forbid the light, allow it, and read again.',
    run: withProvider(Light),
    controls: [LIGHT_SWITCH, LIGHT_LOCK],
  },
  {
    title: 'useMe',
    file: 'use-me.tsx',
    group: 'People',
    about:
      'The user of this connection, `undefined` if the device does not recognise one. It is read again after each login and over each connection.',
    notes: [],
    hint: `The example logs this page in as ${LOGIN.username}.`,
    run: withProvider(Me),
  },
  {
    title: 'A login form',
    file: 'login.tsx',
    group: 'People',
    about:
      'A `login` in the options logs each connection in before it is used. A refused password ends the session with the reason.',
    notes: [
      'The `login` function keeps the credentials for reconnecting; the form is shown only once.',
      'Functions in the options may be created inline: the latest one is called for each connection.',
    ],
    hint: `Log in as ${LOGIN.username} with “${LOGIN.password}”, and with any other password.`,
    run: (options) => <Login options={options} />,
  },
  {
    title: 'useUsers',
    file: 'use-users.tsx',
    group: 'People',
    about: 'All users of the device, each with name, role and other fields. `refresh` reads them again.',
    notes: ['Invitations, roles and settings are calls of `useSession()?.iam`.'],
    hint: `Remove ben. Remove ${LOGIN.username}: the device does not allow it.`,
    run: withProvider(Users),
  },
  {
    title: 'DeviceVideo',
    file: 'device-video.tsx',
    group: 'Video and sound',
    about:
      'Shows a video track, optionally with sound. The last picture stays during a reconnect; outside the viewport the video pauses and the sound continues.',
    notes: [
      'The video element is always muted, so that browsers allow autoplay. If a browser blocks it, or a person paused it in picture-in-picture or a phone’s full screen, `phase` is `blocked` until `play` is called from a click. Without `children` a button does that; with `children`, position your overlay above the picture.',
      'Sound is off unless `isMuted` is `false`; `onMutedByBrowser` is called if the browser requires a click first.',
      '`isPaused` pauses the video. `poster` is the URL of an initial image. The box has `data-phase` and takes `className` and `style`.',
    ],
    hint: 'Turn the sound on. Take the power from the device: the last picture stays.',
    run: withProvider(FrontDoor),
    controls: [LIGHT_SWITCH],
  },
  {
    title: 'DeviceSound',
    file: 'device-sound.tsx',
    group: 'Video and sound',
    about: 'Plays an audio track. It has no controls: you add your own.',
    notes: [
      'Browsers allow sound only after the person has interacted with the page, for example with a click on a button.',
    ],
    hint: 'Listen: the example device chimes once a second.',
    run: withProvider(Listen),
  },
  {
    title: 'useTrack',
    file: 'use-track.tsx',
    group: 'Video and sound',
    about:
      'A track: `waiting`, `live` or `failed`, and its stream, which is the same over all connections. A track is requested once for all components.',
    notes: [
      'Devices cannot stop a track: it stays for as long as its connection. Later connections request it only while a component uses it.',
    ],
    hint: 'Lose the connection: the stream continues by itself.',
    run: withProvider(Mirror),
    controls: [LIGHT_SWITCH],
  },
  {
    title: 'useTracks',
    file: 'use-tracks.tsx',
    group: 'Video and sound',
    about:
      'The tracks that the device lists, with titles, kinds and codecs; `undefined` for a device that lists none.',
    notes: [
      '`canWatch` and `canSend` say in which directions media can flow; `isDefault` marks the tracks to show first.',
    ],
    hint: 'Show one of the videos.',
    run: withProvider(Cameras),
  },
  {
    title: 'useTrackIds',
    file: 'use-track-ids.tsx',
    group: 'Video and sound',
    about:
      'The ids of all tracks that were requested, sent by the device unrequested, or only reported by it.',
    notes: [],
    hint: 'Ask for the video, and for one that does not exist.',
    run: withProvider(Tracks),
  },
  {
    title: 'useStream',
    file: 'use-stream.tsx',
    group: 'Streams',
    about:
      'A byte stream to a port of the device, opened when the component mounts and reset when it unmounts. Its ends are web streams.',
    notes: ['A stream ends with its connection, because it cannot be resumed; `reopen` opens the next one.'],
    hint: 'Say something: port 7 of the example device echoes it. Lose the connection, and open the stream again.',
    run: withProvider(Conversation),
  },
];

/** The address of a page. */
export function idOf({ file }: DocPage): string {
  return file.replace(/\.tsx?$/u, '');
}
