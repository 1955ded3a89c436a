/** @module The stage: the dark area behind the picture, or behind whatever replaces it. */

import type { ReactNode } from 'react';
import { messages } from '../../messages/messages.ts';
import { PictureAge } from '../picture-age.tsx';
import { useLastPicture } from '../use-picture.ts';
import '../panel.css';
import './stage.css';

/** The contents of the stage. */
export interface StageProps {
  readonly pictureKey: string;
  readonly children?: ReactNode;
  /** Whether the last picture is only a blurred background. */
  readonly isDimmed: boolean;
  /** Whether to show the last picture itself, because there is no newer one. */
  readonly isStill?: boolean;
}

/** The stage, colored by the device's last picture. */
export function Stage({ pictureKey, children, isDimmed, isStill = false }: StageProps) {
  const url = useLastPicture(pictureKey);
  const variant = isStill && url !== undefined ? ' lw-stage-ended' : '';
  return (
    <div className={isDimmed ? 'lw-stage lw-stage-dimmed' : `lw-stage${variant}`}>
      {url !== undefined && <img className="lw-stage-glow" src={url} alt="" />}
      {url !== undefined && isStill && (
        <>
          <img className="lw-stage-still" src={url} alt={messages.device.lastPicture} />
          <PictureAge pictureKey={pictureKey} />
        </>
      )}
      {children}
    </div>
  );
}
