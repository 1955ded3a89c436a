/** @module A script of the hostile service: an attack as data, its allowed outcomes, and where it runs. */
import type { ImpostorBehaviour } from './impostor-behaviour.ts';
import type { Tampering } from './tampering.ts';
import type { Claim } from './truth.ts';

/** The outcome of a script: the strongest claim that the client showed, all of it true. */
export type Outcome =
  /** No connection was established. */
  | 'no connection'
  /** Connected, and nothing is claimed about the device. */
  | 'connected'
  /** Logged in to the right device, over a connection that the device has not proved. */
  | 'logged in'
  /** The right device proved its key for this connection. */
  | 'verified'
  /** The client refused to continue: it is another device. */
  | 'stopped'
  /** A connection was established and has ended. */
  | 'ended'
  /** The person is asked: to log in, or before a secret is sent. */
  | 'asked';

/** The client under attack. */
export type HostileClient = 'connection' | 'session' | 'console';

/** The kind of the real device: ours, a deployed one, or a very old one whose proof contains no certificates. */
export type RealDevice = 'longwire' | 'deployed' | 'deployed-unbound';

/** Who terminates the client's WebRTC. */
export type RemotePeer =
  /** The real device: the service forwards messages. */
  | 'device'
  /** The service itself. */
  | 'impostor'
  /** The real device first, and the service from the second connection on. */
  | 'impostor at the second connection'
  /** The service at every address but the stored one. */
  | 'impostor at another service';

/** What the browser has stored before the attack. */
export type Knowledge =
  /** Nothing: the browser has never connected to the device, and its link holds no fingerprint. */
  | 'nothing'
  /** The fingerprint, from the owner's link. */
  | 'fingerprint'
  /** The key of the first connection, because the link held no fingerprint. */
  | 'first key'
  /** The fingerprint, and the device has proved it before. */
  | 'proved key';

/** What the attacker makes the person open at the beginning. */
export type Bait =
  | 'nothing'
  | "link with the impostor's key"
  | "link with the impostor's key at another service"
  | 'link to another service'
  | 'link with another token'
  | "file with the impostor's key"
  | 'file with another service';

/** What the client does besides connecting, verifying and logging in. */
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
  /** The service offers by itself, as its tamperings specify. */
  | 'forge an offer'
  /** The impostor offers again, and names the certificate of the real device. */
  | "offer with the device's certificate";

/** One script. */
export interface HostileScript {
  readonly name: string;
  /** What the attacker does, in one plain sentence. */
  readonly attack: string;
  /** The allowed outcomes; nothing false may be shown in any case. */
  readonly allowed: readonly Outcome[];
  /** Claims that must be shown, because the attack achieves nothing. */
  readonly shows?: readonly Claim['kind'][];
  readonly where: 'fakes' | 'chromium';
  readonly client: HostileClient;
  readonly device: RealDevice;
  readonly remotePeer: RemotePeer;
  readonly impostor?: ImpostorBehaviour;
  readonly knows: Knowledge;
  readonly bait: Bait;
  readonly tamperings: readonly Tampering[];
  readonly steps: readonly Step[];
  /** Whether the client sends its offer while the socket opens (`early/1`). */
  readonly isEarly?: boolean;
  /** Whether the service speaks TLS without HTTP/2, in Chromium. */
  readonly isWithoutHttp2?: boolean;
}

/** A script with defaults. */
export function script(
  given: Pick<HostileScript, 'name' | 'attack' | 'allowed'> & Partial<HostileScript>,
): HostileScript {
  return {
    where: 'fakes',
    client: 'connection',
    device: 'longwire',
    remotePeer: 'device',
    knows: 'fingerprint',
    bait: 'nothing',
    tamperings: [],
    steps: ['ask for tracks', 'talk'],
    ...given,
  };
}
