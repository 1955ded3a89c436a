/** @module An icon button with an accessible name and a tooltip. */

import { ActionIcon } from '@mantine/core';
import { useState, type ReactNode, type Ref } from 'react';

/** Props of an icon button. */
export interface IconButtonProps {
  readonly label: string;
  readonly children: ReactNode;
  readonly onClick: () => void;
  readonly className?: string;
  readonly isPressed?: boolean;
  /** Whether the flyout that it controls is open. */
  readonly isExpanded?: boolean;
  readonly isDisabled?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** A round icon button. It stays focusable while disabled, because a disabled button loses the focus. */
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
