/** @module Chooses the quality of a picture that the device has in several sizes. */

import { IconBadgeHd } from '@tabler/icons-react';
import { useRef } from 'react';
import type { QualityChoice } from '@longwire/client';
import { messages } from '../../../messages/messages.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { SegmentedChoice } from '../../../ui/segmented-choice.tsx';
import { useFlyout } from '../../../ui/use-flyout.ts';

const words = messages.live.levels;

const OPTIONS = (['auto', 'high', 'low'] as const).map((value) => ({ value, label: words[value] }));

/** Props of the button. */
export interface QualityButtonProps {
  readonly quality: QualityChoice;
  readonly onQuality: (quality: QualityChoice) => void;
}

/** A button that opens the choice. */
export function QualityButton({ quality, onQuality }: QualityButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const { isOpen, toggle, place } = useFlyout<HTMLDivElement>(button);
  return (
    <>
      <IconButton ref={button} label={words.choose} isExpanded={isOpen} onClick={toggle}>
        <IconBadgeHd size={24} />
      </IconButton>
      {isOpen && (
        <div ref={place} className="lw-record-menu">
          <SegmentedChoice label={words.choose} value={quality} options={OPTIONS} onChange={onQuality} />
        </div>
      )}
    </>
  );
}
