/** @module Why no camera is available for scanning. */

/** Why the camera could not be opened. */
export type CameraProblem =
  /** The person or the browser's settings denied access. */
  | 'denied'
  /** This machine has no camera. */
  | 'none'
  /** Another program uses the camera. */
  | 'busy'
  /** The browser allows cameras only on https pages. */
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

/** Maps an error of `getUserMedia` to a problem. */
export function cameraProblemOf(error: unknown): CameraProblem {
  return (error instanceof Error ? BY_NAME[error.name] : undefined) ?? 'failed';
}
