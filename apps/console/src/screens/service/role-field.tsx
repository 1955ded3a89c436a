/** @module A choice of a role. */

import { NativeSelect } from '@mantine/core';
import { words } from '../../messages/service-messages.ts';
import { ROLES, type Role } from '../../service/operator-session.ts';

/** Which role, and for whom. */
export interface RoleFieldProps {
  readonly label: string;
  readonly isLabelHidden?: boolean;
  readonly role: Role;
  readonly isDisabled?: boolean;
  readonly onChange: (role: Role) => void;
}

/** The three roles; what the chosen one may stands below a field with a label. */
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
