/** @module The signed-in operator, for the operator screens. */

import { createContext, useContext } from 'react';
import { may, type Operator, type OperatorSession, type Role } from '../../service/operator-session.ts';

/** The session and its operator. */
export interface SignedInOperator {
  readonly session: OperatorSession;
  readonly me: Operator;
}

const OperatorContext = createContext<SignedInOperator | undefined>(undefined);

/** Provides the operator to the screens below it. */
export const OperatorProvider = OperatorContext.Provider;

/** The operator. @throws Error outside of a provider. */
export function useOperator(): SignedInOperator {
  const operator = useContext(OperatorContext);
  if (operator === undefined) throw new Error('useOperator must be called inside an OperatorProvider');
  return operator;
}

/** Whether the operator's role includes the required role. */
export function useMay(needed: Role): boolean {
  return may(useOperator().me.role, needed);
}
