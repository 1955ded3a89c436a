/** @module A field for a role: chosen from the device's roles, or from the usual ones if the device does not list its roles. */

import { NativeSelect, TextInput } from '@mantine/core';
import { messages } from '../../../messages/messages.ts';
import { valueOf } from '../../../reading.ts';
import { usePeople } from './people-context.tsx';
import type { Person } from '../../../people/person.ts';

const words = messages.people;

/** The value of the option to type a role; no role name begins with a space. */
const OTHER = ' other';

/** The value and callbacks of a role field. */
export interface RoleFieldProps {
  readonly role: string;
  /** Whether the role is typed instead of chosen. */
  readonly isTyped: boolean;
  /** Whether the user has a role; without one the field shows a placeholder. */
  readonly isChosen: boolean;
  /** What the role means; not shown if the device does not list its roles. */
  readonly hint?: string;
  readonly error?: string | undefined;
  readonly onChange: (role: string, how: { readonly isTyped: boolean }) => void;
}

/** A select of roles; if the device does not list its roles, any other role can be typed. */
export function RoleField({ role, isTyped, isChosen, hint, error, onChange }: RoleFieldProps) {
  const { people, state } = usePeople();
  const isWaiting = state.roles.kind === 'waiting';
  const listed = valueOf(state.roles) ?? [];
  const isUnlisted = listed.length === 0 && !isWaiting;
  const offered = isUnlisted ? rolesToSuggest(people) : listed;
  const roles = role === '' || isTyped || offered.includes(role) ? offered : [role, ...offered];
  return (
    <>
      <NativeSelect
        label={words.role}
        description={isWaiting ? words.rolesWaiting : isUnlisted ? words.rolesUnknown : hint}
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

/** The usual roles of deployed devices, the weakest first. */
const USUAL_ROLES: readonly string[] = ['Guest', 'Standard', 'Administrator'];

/** The usual roles, and those of existing people. */
export function rolesToSuggest(people: readonly Pick<Person, 'role'>[]): readonly string[] {
  const roles = people.map(({ role }) => role).filter((role) => role !== undefined);
  return [...new Set([...USUAL_ROLES, ...roles])];
}
