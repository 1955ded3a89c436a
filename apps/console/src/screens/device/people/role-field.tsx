/** @module A field for a role: chosen from those that the device has, or from the usual ones where it does not list them. */

import { NativeSelect, TextInput } from '@mantine/core';
import { messages } from '../../../messages/messages.ts';
import { valueOf } from '../../../people/people-part.ts';
import { rolesToSuggest } from '../../../people/role-choice.ts';
import { usePeople } from './people-context.tsx';

const words = messages.people;

/** The option to type a role; no role name begins with a space. */
const OTHER = ' other';

/** What a role field shows and reports. */
export interface RoleFieldProps {
  readonly role: string;
  /** Whether the role is typed instead of chosen. */
  readonly isTyped: boolean;
  /** Whether there is a role; where there is none a choice says so. */
  readonly isChosen: boolean;
  readonly error?: string | undefined;
  readonly onChange: (role: string, how: { readonly isTyped: boolean }) => void;
}

/** A choice of roles; where the device does not list its own, any other can be typed. */
export function RoleField({ role, isTyped, isChosen, error, onChange }: RoleFieldProps) {
  const { people, state } = usePeople();
  const isWaiting = state.roles.kind === 'waiting';
  const listed = valueOf(state.roles) ?? [];
  const isUnlisted = listed.length === 0 && !isWaiting;
  const offered = isUnlisted ? rolesToSuggest(people) : listed;
  const roles = role === '' || isTyped || offered.includes(role) ? offered : [role, ...offered];
  const hint = isUnlisted ? words.rolesUnknown : words.roleHint(role);
  return (
    <>
      <NativeSelect
        label={words.role}
        description={isWaiting ? words.rolesWaiting : hint}
        disabled={isWaiting}
        value={isTyped ? OTHER : role}
        error={isTyped ? undefined : error}
        data={[
          ...(isChosen || isTyped ? [] : [{ value: '', label: words.noRole }]),
          ...roles,
          ...(isUnlisted ? [{ value: OTHER, label: words.otherRole }] : []),
        ]}
        onChange={({ currentTarget: { value } }) =>
          onChange(value === OTHER ? '' : value, { isTyped: value === OTHER })
        }
      />
      {isTyped && (
        <TextInput
          label={words.roleName}
          description={words.roleNameHint}
          value={role}
          error={error}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          onChange={({ currentTarget: { value } }) => onChange(value.trim(), { isTyped })}
        />
      )}
    </>
  );
}
