/** @module The signed-in operator, for the operator screens. */

import { may, type Operator, type OperatorSession, type Role } from '../../service/operator-session.ts';
import { requiredContext } from '../../ui/required-context.ts';

/** The session and its operator. */
export interface SignedInOperator {
  readonly session: OperatorSession;
  readonly me: Operator;
}

/** Provides the operator to the screens below it. */
export const [OperatorProvider, useOperator] = requiredContext<SignedInOperator>('Operator');

/** Whether the operator's role includes the required role. */
export function useMay(needed: Role): boolean {
  return may(useOperator().me.role, needed);
}
