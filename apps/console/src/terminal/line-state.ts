/** @module Where a terminal's stream leads and where it stands. */

import type { EndReason } from './end-reason.ts';

/** What is at the other end: a shell of ours, which is told the window's size, or anything that takes bytes. */
export type LineKind = 'shell' | 'plain';

/** Where a line leads. */
export interface LineTarget {
  readonly port: number;
  readonly kind: LineKind;
}

/** Where a line stands. */
export type LineState =
  | {
      readonly kind: 'idle';
      /** What was hung up had written something, which is still there. */
      readonly isWritten: boolean;
    }
  | { readonly kind: 'opening'; readonly target: LineTarget }
  | {
      readonly kind: 'open';
      readonly target: LineTarget;
      /** What answers speaks SSH, which is no terminal by itself. */
      readonly isSsh: boolean;
    }
  | {
      readonly kind: 'ended';
      readonly target: LineTarget;
      readonly reason: EndReason;
      readonly isSsh: boolean;
      /** Something was written before it ended, and is still there. A stream that is refused comes up first. */
      readonly isWritten: boolean;
      readonly detail: string | undefined;
    };

/** Whether there is something to type into, or something that was written and can still be read. */
export function hasScreen(state: LineState): boolean {
  return state.kind === 'idle' || state.kind === 'ended' ? state.isWritten : true;
}

/** Whether there was a terminal before it ended. */
export function hasBegun({ reason, isWritten }: Extract<LineState, { readonly kind: 'ended' }>): boolean {
  // A program may end, and a connection be lost, without a word.
  return isWritten || reason === 'done' || reason === 'lost';
}
