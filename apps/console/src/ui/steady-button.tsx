/** @module A button that keeps the focus while it cannot be pressed, which a disabled one loses. */

import { Button, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';

/** What it is. */
export interface SteadyButtonProps extends Pick<ButtonProps, 'variant' | 'color' | 'className'> {
  readonly isDisabled: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

/** A button; one that is disabled does nothing when it is pressed. */
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
