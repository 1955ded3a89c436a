/** @module A button that stays focusable while disabled; a disabled button loses the focus. */

import { Button, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';

/** Props of the button. */
export interface SteadyButtonProps extends Pick<ButtonProps, 'variant' | 'color' | 'className'> {
  readonly isDisabled: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

/** The button; while disabled, a click does nothing. */
export function SteadyButton({ isDisabled, onClick, ...rest }: SteadyButtonProps) {
  return (
    <Button
      {...rest}
      aria-disabled={isDisabled}
      {...(isDisabled ? { 'data-disabled': true } : {})}
      onClick={() => {
        if (!isDisabled) onClick();
      }}
    />
  );
}
