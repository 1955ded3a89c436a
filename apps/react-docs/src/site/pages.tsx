/** @module The pages, in the order in which they are read: what each is about, and its example. */
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
import { Mirror } from '../examples/use-track.tsx';
import { Users } from '../examples/use-users.tsx';
import { IMPOSTOR, LIGHT_LOCK, LIGHT_SWITCH, type Hand } from '../stage/hands.tsx';
import { LOGIN } from '../stage/home.ts';

/** A page about a hook, a component or a thing that is done with several. */
export interface DocPage {
  readonly title: string;
  /** The file in `src/examples`; without its ending, the address of the page. */
  readonly file: string;
  readonly group: 'Session' | 'Requests' | 'People' | 'Video and sound' | 'Streams';
  /** What it does. */
  readonly about: string;
  /** What is good to know, a paragraph each. */
  readonly notes: readonly string[];
  /** What to try. */
  readonly hint: string;
  readonly run: (options: SessionOptions) => ReactNode;
  readonly hands?: readonly Hand[];
}

/** An example that stands below a provider. */
const below =
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
      'Gives everything below it one session with one device. The session begins when the provider is mounted, connects again by itself, and ends when the provider is unmounted.',
    notes: [
      'The options say how the device is reached and, where they have a `fingerprint` and a `login`, what each connection has to prove and do before it is used. Other options are another session.',
      'In place of `options` it takes a `session` of your own, which you end yourself.',
    ],
    hint: 'Lose the connection: the temperature stays, and goes on changing once there is another one.',
    run: (options) => <Shed options={options} />,
  },
  {
    title: 'useSessionState',
    file: 'use-session-state.tsx',
    group: 'Session',
    about:
      'Where the session stands: `connecting`, `ready`, `recovering` or `ended`. With it come the reason as an error with a code, which attempt is under way, and when the next one begins.',
    notes: ['Options that allow no session are `ended` with the reason: nothing is thrown while rendering.'],
    hint: 'Take the power from the device and give it back. Let another device answer: the session ends, since the key is another one.',
    run: below(Status),
    hands: [IMPOSTOR],
  },
  {
    title: 'useSession',
    file: 'use-session.tsx',
    group: 'Session',
    about:
      'The session itself, for everything that has no hook: `iam`, `addTrack`, `hurry` and more. It is `undefined` before the provider is mounted.',
    notes: [],
    hint: 'Take the power from the device, give it back, and try now.',
    run: below(TryNow),
  },
  {
    title: 'useIdentity',
    file: 'use-identity.tsx',
    group: 'Session',
    about:
      'What is proven over the connection in use: the device’s key, and who is logged in. It is empty while there is no connection, since a proof belongs to one.',
    notes: [
      'The key is verified where the options have a `fingerprint`; a device that proves another one ends the session.',
    ],
    hint: 'Lose the connection: what was proven is gone, and is proven again.',
    run: below(Identity),
    hands: [IMPOSTOR],
  },
  {
    title: 'useConnectionStats',
    file: 'use-connection-stats.tsx',
    group: 'Session',
    about:
      'The traffic: which way packets take, how long they take, how much there is of them, and the same for each track. It is counted once a second while a component looks, and not otherwise.',
    notes: ['What a browser does not say is left out, never made up. Without a connection there is nothing.'],
    hint: 'Wait for the second report: rates are of the time between two.',
    run: below(Traffic),
  },
  {
    title: 'useRequest',
    file: 'use-request.tsx',
    group: 'Requests',
    about:
      'Sends requests, and tells where the latest one stands. `send` resolves with how its request ended and never rejects.',
    notes: [
      'A request waits for the connection. An answer with the status of an error is an answer: `failed` is for what was not answered.',
      'What is `isIdempotent` is sent again where a connection was lost before its answer came; so is a GET.',
    ],
    hint: 'Switch while the device has no power, and then give it back. Forbid the light: 403 is an answer.',
    run: below(LightSwitch),
    hands: [LIGHT_LOCK],
  },
  {
    title: 'useObserve',
    file: 'use-observe.tsx',
    group: 'Requests',
    about:
      'Follows a resource: its value now, then each change. Where a device cannot tell of changes it is asked, every few seconds.',
    notes: [
      '`failed` keeps the last `value`, and `refresh` begins anew. Over the next connection, and after a login, it begins anew by itself.',
      'Without a path nothing is followed.',
    ],
    hint: 'Press the switch on the wall. Forbid the light, allow it, and read again.',
    run: below(Light),
    hands: [LIGHT_SWITCH, LIGHT_LOCK],
  },
  {
    title: 'useMe',
    file: 'use-me.tsx',
    group: 'People',
    about:
      'The user of this connection, `undefined` where the device does not know who it is. It is read again after each login and over each connection.',
    notes: [],
    hint: `The example device knows this page as ${LOGIN.username}.`,
    run: below(Me),
  },
  {
    title: 'A login form',
    file: 'login.tsx',
    group: 'People',
    about:
      'A `login` in the options logs each connection in before it is used. A password that is refused ends the session, with the reason.',
    notes: [
      'The session keeps what it needs to log in again; the form is shown only once.',
      'Functions in the options may be written in place: the latest one is called for each connection.',
    ],
    hint: `Log in as ${LOGIN.username} with “${LOGIN.password}”, and with any other password.`,
    run: (options) => <Login options={options} />,
  },
  {
    title: 'useUsers',
    file: 'use-users.tsx',
    group: 'People',
    about:
      'All users of the device, each with name, role and what else is known. `refresh` reads them again.',
    notes: ['Invitations, roles and settings are calls of `useSession()?.iam`.'],
    hint: `Remove ben. Remove ${LOGIN.username}: the device does not allow it.`,
    run: below(Users),
  },
  {
    title: 'DeviceVideo',
    file: 'device-video.tsx',
    group: 'Video and sound',
    about:
      'Shows a track, with its sound if you like. While the connection is made anew the last picture stays; out of view the picture is paused and the sound goes on.',
    notes: [
      'The picture is always muted, so that browsers let it begin; where one does not, or where somebody has paused it in a small window or on a phone’s whole screen, `phase` is `blocked` until `play` is called from a click. Without `children` a button does that; with them, give what they show a place over the picture.',
      'Sound is silent unless `isMuted` is `false`; `onMutedByBrowser` is called where the browser wants a click first.',
      '`isPaused` stops the picture. `poster` is the address of a picture to begin with. The box has `data-phase` and takes `className` and `style`.',
    ],
    hint: 'Turn the sound on. Take the power from the device: the last picture stays.',
    run: below(FrontDoor),
    hands: [LIGHT_SWITCH],
  },
  {
    title: 'DeviceSound',
    file: 'device-sound.tsx',
    group: 'Video and sound',
    about: 'Plays a track that there is nothing to see of. It has no controls: those are yours.',
    notes: [
      'A browser allows no sound before a person has touched the page, which a click on a button does.',
    ],
    hint: 'Listen: the example device chimes once a second.',
    run: below(Listen),
  },
  {
    title: 'useTrack',
    file: 'use-track.tsx',
    group: 'Video and sound',
    about:
      'A track: `waiting`, `live` or `failed`, and the stream to play it from, which is the same one over all connections. However many components want a track, the device is asked for it once.',
    notes: [
      'A track stays for as long as the session does, shown or not: no device can be told to stop. `useSession()?.dropTrack` ends it in this browser; from the next connection on it is not asked for.',
    ],
    hint: 'Lose the connection: the stream goes on by itself.',
    run: below(Mirror),
    hands: [LIGHT_SWITCH],
  },
  {
    title: 'useTrackIds',
    file: 'use-track-ids.tsx',
    group: 'Video and sound',
    about:
      'The ids of all tracks there is something to say of: asked for, sent by the device unasked, or named by it without being given.',
    notes: [],
    hint: 'Ask for the video, and for one that is not there.',
    run: below(Tracks),
  },
  {
    title: 'useStream',
    file: 'use-stream.tsx',
    group: 'Streams',
    about:
      'A byte stream to a listener of the device, opened with the component and reset when it goes. Its ends are web streams.',
    notes: [
      'A stream ends with its connection, since no device agrees on where to go on; `reopen` opens the next one.',
    ],
    hint: 'Say something: at port 7 of the example device everything is repeated. Lose the connection, and open it again.',
    run: below(Conversation),
  },
];

/** The address of a page. */
export function idOf({ file }: DocPage): string {
  return file.replace(/\.tsx?$/u, '');
}
