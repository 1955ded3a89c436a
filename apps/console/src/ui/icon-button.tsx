/** @module A button with an icon and a name that screen readers and pointers are given. */

import { ActionIcon } from '@mantine/core';
import { useState, type ReactNode, type Ref } from 'react';

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

/** A round button with an icon. Where it can no longer be pressed it keeps the focus that it has, which a disabled one loses. */
export function IconButton(props: IconButtonProps) {
  const { label, children, onClick, className, isPressed, isExpanded, isDisabled = false, ref } = props;
  const [hasFocus, setHasFocus] = useState(false);
  return (
    <ActionIcon
      aria-label={label}
      title={label}
      onClick={() => {
        if (!isDisabled) onClick();
      }}
      onFocus={() => setHasFocus(true)}
      onBlur={() => setHasFocus(false)}
      radius="xl"
      {...(ref === undefined ? {} : { ref })}
      {...(className === undefined ? {} : { className })}
      {...(isPressed === undefined ? {} : { 'aria-pressed': isPressed })}
      {...(isExpanded === undefined ? {} : { 'aria-expanded': isExpanded })}
      {...(isDisabled && hasFocus
        ? { 'aria-disabled': true, 'data-disabled': true }
        : { disabled: isDisabled })}
    >
      {children}
    </ActionIcon>
  );
}
