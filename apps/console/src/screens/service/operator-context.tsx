/** @module Who is signed in, for the screens of the operators' part. */

import { createContext, useContext } from 'react';
import { may, type Operator, type OperatorSession, type Role } from '../../service/operator-session.ts';

/** The session and whose it is. */
export interface OperatorAtWork {
  readonly session: OperatorSession;
  readonly me: Operator;
}

const OperatorContext = createContext<OperatorAtWork | undefined>(undefined);

/** Gives the screens below it the operator. */
export const OperatorProvider = OperatorContext.Provider;

/** The operator. @throws Error outside of a provider. */
export function useOperator(): OperatorAtWork {
  const operator = useContext(OperatorContext);
  if (operator === undefined) throw new Error('an OperatorProvider is expected above this component');
  return operator;
}

/** Whether the operator's role allows what needs another. */
export function useMay(needed: Role): boolean {
  return may(useOperator().me.role, needed);
}
