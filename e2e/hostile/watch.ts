/** @module Reports what a connection or a session claims to its application, at the time it does. */
import { TrackError, type Connection, type ConnectionEvents } from '@longwire/client';
import type { Claim } from './truth.ts';

type Heard = Pick<ConnectionEvents, 'identitychange' | 'track' | 'trackstatus' | 'warning'>;

/** What a connection and a session have in common. */
interface Watched {
  readonly identity: Connection['identity'];
  on<K extends keyof Heard>(event: K, listener: (...args: Heard[K]) => void): () => void;
}

/** What the client believes of the device and the user at this moment. */
export function identityClaims({ identity }: Pick<Connection, 'identity'>): readonly Claim[] {
  const { verified, login } = identity;
  const claims: Claim[] = [];
  if (verified?.bound === true) claims.push({ kind: 'verified', how: 'by the API' });
  if (login !== undefined) claims.push({ kind: 'login', username: login.username });
  return claims;
}

/** Whether an event is marked as coming by signaling alone, so that nothing in it is authenticated. */
function isHearsay(event: object): boolean {
  return Reflect.get(event, 'isAuthenticated') === false;
}

/** Calls `report` with each claim. */
export function watch(watched: Watched, report: (claim: Claim) => void): void {
  watched.on('identitychange', () => {
    for (const claim of identityClaims(watched)) report(claim);
  });
  const isProved = (): boolean => watched.identity.verified?.bound === true;
  const hearTrouble = (event: object, error: string | undefined, message: string | undefined): void => {
    if (!isProved() || isHearsay(event)) return;
    if (error !== undefined) report({ kind: 'trouble', text: error });
    if (message !== undefined) report({ kind: 'trouble', text: message });
  };
  watched.on('track', (arrival) => {
    const { track, trackId, error, message } = arrival;
    if (trackId !== undefined && isProved() && !isHearsay(arrival)) {
      report({ kind: 'track', name: trackId, track });
    }
    hearTrouble(arrival, error, message);
  });
  watched.on('trackstatus', (status) => hearTrouble(status, status.error, status.message));
  watched.on('warning', (error) => {
    if (error instanceof TrackError) hearTrouble(error, error.reason, error.deviceMessage);
  });
}
