/** @module The target and the state of a terminal's stream. */

import type { EndReason } from './end-reason.ts';

/** The other end: a shell of our device, which gets the window size, or anything that takes bytes. */
export type LineKind = 'shell' | 'plain';

/** The target of a stream. */
export interface LineTarget {
  readonly port: number;
  readonly kind: LineKind;
}

/** The state of a stream. */
export type LineState =
  | {
      readonly kind: 'idle';
      /** The aborted stream had written something, which is still on the screen. */
      readonly isWritten: boolean;
    }
  | { readonly kind: 'opening'; readonly target: LineTarget }
  | {
      readonly kind: 'open';
      readonly target: LineTarget;
      /** The other end speaks SSH, which a terminal cannot use by itself. */
      readonly isSsh: boolean;
    }
  | {
      readonly kind: 'ended';
      readonly target: LineTarget;
      readonly reason: EndReason;
      readonly isSsh: boolean;
      /** Something was written before it ended, and is still on the screen. A refused stream opens first. */
      readonly isWritten: boolean;
      readonly detail: string | undefined;
    };

/** Whether to show the terminal's screen: it takes input, or still has output to read. */
export function hasScreen(state: LineState): boolean {
  return state.kind === 'idle' || state.kind === 'ended' ? state.isWritten : true;
}

/** Whether the terminal was in use before the stream ended. */
export function hasBegun({ reason, isWritten }: Extract<LineState, { readonly kind: 'ended' }>): boolean {
  // A program may exit, and a connection be lost, without any output.
  return isWritten || reason === 'done' || reason === 'lost';
}
