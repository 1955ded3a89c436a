/** @module A select for a role. */

import { NativeSelect } from '@mantine/core';
import { words } from '../../messages/service-messages.ts';
import { ROLES, type Role } from '../../service/operator-session.ts';

/** The role, and the operator it belongs to. */
export interface RoleFieldProps {
  readonly label: string;
  readonly isLabelHidden?: boolean;
  readonly role: Role;
  readonly isDisabled?: boolean;
  readonly onChange: (role: Role) => void;
}

/** The three roles; below a labeled field, the permissions of the selected one. */
export function RoleField({ label, isLabelHidden = false, role, isDisabled, onChange }: RoleFieldProps) {
  return (
    <NativeSelect
      {...(isLabelHidden ? { 'aria-label': label } : { label, description: words.roleMay[role] })}
      value={role}
      disabled={isDisabled ?? false}
      data={ROLES.map((value) => ({ value, label: words.roles[value] }))}
      onChange={(event) => {
        const chosen = ROLES.find((one) => one === event.currentTarget.value);
        if (chosen !== undefined) onChange(chosen);
      }}
    />
  );
}
