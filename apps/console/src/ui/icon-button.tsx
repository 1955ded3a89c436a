/** @module A button with an icon and a name that screen readers and pointers are given. */

import { ActionIcon } from '@mantine/core';
import type { ReactNode, Ref } from 'react';

/** What an icon button is. */
export interface IconButtonProps {
  readonly label: string;
  readonly children: ReactNode;
  readonly onClick: () => void;
  readonly className?: string;
  readonly isPressed?: boolean;
  /** It opens something beside it, which is open or not. */
  readonly isExpanded?: boolean;
  readonly isDisabled?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** A round button with an icon. */
export function IconButton(props: IconButtonProps) {
  const { label, children, onClick, className, isPressed, isExpanded, isDisabled, ref } = props;
  return (
    <ActionIcon
      aria-label={label}
      title={label}
      onClick={onClick}
      radius="xl"
      {...(ref === undefined ? {} : { ref })}
      {...(className === undefined ? {} : { className })}
      {...(isPressed === undefined ? {} : { 'aria-pressed': isPressed })}
      {...(isExpanded === undefined ? {} : { 'aria-expanded': isExpanded })}
      disabled={isDisabled ?? false}
    >
      {children}
    </ActionIcon>
  );
}
