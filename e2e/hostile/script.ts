/** @module What a script of the hostile service is: an attack as data, what may come of it, and where it runs. */
import type { ImpostorBehaviour } from './impostor-behaviour.ts';
import type { Tampering } from './tampering.ts';
import type { Claim } from './truth.ts';

/** What came of a script: the most that the client came to show, all of it true. */
export type Outcome =
  /** No connection came about. */
  | 'no connection'
  /** Connected, and nothing is said about who is there. */
  | 'connected'
  /** The right device is logged in to, over a connection that it has not proved. */
  | 'logged in'
  /** The right device proved its key for this connection. */
  | 'verified'
  /** The client refused to go on: it is another device. */
  | 'stopped'
  /** A connection was there and was ended. */
  | 'ended'
  /** A person is asked: to log in, or before something leaves. */
  | 'asked';

/** What is attacked. */
export type HostileClient = 'connection' | 'session' | 'console';

/** Which device the real one is: ours, one as they are in the field, or a very old one whose proof names no certificates. */
export type RealDevice = 'longwire' | 'deployed' | 'deployed-unbound';

/** Who ends the client's WebRTC. */
export type FarEnd =
  /** The real device: the service passes messages on. */
  | 'device'
  /** The service itself. */
  | 'impostor'
  /** The real device first, and the service from the second connection on. */
  | 'impostor at the second connection'
  /** The service at every address but the known one. */
  | 'impostor at another service';

/** What the browser knows before the attack. */
export type Knowledge =
  /** Nothing: the device was never there, and its link holds no fingerprint. */
  | 'nothing'
  /** The fingerprint, from a link that the owner gave. */
  | 'fingerprint'
  /** The key that the device showed the first time, because its link held no fingerprint. */
  | 'first key'
  /** The fingerprint, and the device has proved it before. */
  | 'proved key';

/** What the person is made to open at the beginning of the attack. */
export type Bait =
  | 'nothing'
  | "link with the impostor's key"
  | "link with the impostor's key at another service"
  | 'link to another service'
  | 'link with another token'
  | "file with the impostor's key"
  | 'file with another service';

/** What the client does beside connecting, verifying and logging in. */
export type Step =
  | 'ask for tracks'
  | 'talk'
  | 'lose the path'
  | 'lose signaling'
  | 'prepare first'
  | 'network change'
  | 'visit again'
  | 'change the password'
  | 'invite someone'
  | 'open a stream'
  /** The service offers by itself, as its tamperings say. */
  | 'forge an offer'
  /** The impostor offers again, and names the certificate of the real device. */
  | "offer with the device's certificate";

/** One script. */
export interface HostileScript {
  readonly name: string;
  /** What the attacker does, in one plain sentence. */
  readonly attack: string;
  /** What may come of it; nothing false may be shown in any case. */
  readonly allowed: readonly Outcome[];
  /** What is shown all the same, because the attack achieves nothing. */
  readonly shows?: readonly Claim['kind'][];
  readonly where: 'fakes' | 'chromium';
  readonly client: HostileClient;
  readonly device: RealDevice;
  readonly farEnd: FarEnd;
  readonly impostor?: ImpostorBehaviour;
  readonly knows: Knowledge;
  readonly bait: Bait;
  readonly tamperings: readonly Tampering[];
  readonly steps: readonly Step[];
  /** Whether the client says its offer while the socket opens (`early/1`). */
  readonly isEarly?: boolean;
  /** Whether the service speaks TLS and takes HTTP/2 away, in Chromium. */
  readonly isWithoutHttp2?: boolean;
}

/** A script with what most of them have. */
export function script(
  given: Pick<HostileScript, 'name' | 'attack' | 'allowed'> & Partial<HostileScript>,
): HostileScript {
  return {
    where: 'fakes',
    client: 'connection',
    device: 'longwire',
    farEnd: 'device',
    knows: 'fingerprint',
    bait: 'nothing',
    tamperings: [],
    steps: ['ask for tracks', 'talk'],
    ...given,
  };
}
