/** @module The way back, at the start of a screen's header. */

import { IconArrowLeft } from '@tabler/icons-react';
import { useNavigate, type NavigateOptions } from '@tanstack/react-router';
import { IconButton } from './icon-button.tsx';

/** What it is called, and where it leads. */
export interface BackButtonProps {
  readonly label: string;
  /** The list of devices, if not given. */
  readonly target?: NavigateOptions;
}

const DEVICES: NavigateOptions = { to: '/' };

/** An arrow to the left. */
export function BackButton({ label, target = DEVICES }: BackButtonProps) {
  const navigate = useNavigate();
  return (
    <IconButton label={label} onClick={() => void navigate(target)}>
      <IconArrowLeft size={22} />
    </IconButton>
  );
}
