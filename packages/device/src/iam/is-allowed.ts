/** @module Whether a user may do an action, by the policies of the role; a browser that is not paired has a role as well. */
import { entitledUser } from './caller.ts';
import { evaluatePolicy, type Attributes } from './evaluate-policy.ts';
import type { IamConfig } from './iam-config.ts';
import type { IamCall } from './iam-resource.ts';
import type { StoredUser } from './iam-state.ts';

/** Whether a user, or an anonymous connection, may do an action; the attributes of the connection itself are added to those given. */
export function isUserAllowed(
  config: IamConfig,
  user: StoredUser | undefined,
  action: string,
  attributes: Attributes = {},
): boolean {
  const role = user === undefined ? config.unpairedRole : (user.role ?? undefined);
  return evaluatePolicy(config, role, action, {
    ...attributes,
    // Relays and NAT make "local" a guess over these connections.
    'Connection:IsLocal': 'false',
    ...(user === undefined ? {} : { 'Connection:Username': user.username }),
  });
}

/** Whether the caller may do an action. */
export function isCallerAllowed(
  { state, config, caller, nowMs }: Pick<IamCall, 'state' | 'config' | 'caller' | 'nowMs'>,
  action: string,
  attributes: Attributes = {},
): boolean {
  return isUserAllowed(config, entitledUser(state, caller, nowMs), action, attributes);
}
