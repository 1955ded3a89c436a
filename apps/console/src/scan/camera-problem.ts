/** @module Why there is no camera to scan with. */

/** Why the camera could not be opened. */
export type CameraProblem =
  /** A person, or the browser's settings, said no. */
  | 'denied'
  /** This machine has none. */
  | 'none'
  /** Something else uses it. */
  | 'busy'
  /** The browser gives cameras only to pages that came over https. */
  | 'insecure'
  | 'failed';

const BY_NAME: Readonly<Record<string, CameraProblem>> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'none',
  OverconstrainedError: 'none',
  NotReadableError: 'busy',
  AbortError: 'busy',
};

/** What to say of an error of `getUserMedia`. */
export function cameraProblemOf(error: unknown): CameraProblem {
  return (error instanceof Error ? BY_NAME[error.name] : undefined) ?? 'failed';
}
