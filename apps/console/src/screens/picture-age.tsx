/** @module When a device's last picture was taken, in a corner of it. */

import { messages } from '../messages/messages.ts';
import { sinceWhen } from '../ui/since-when.ts';
import { useNow } from '../ui/use-now.ts';
import { useLastPictureTime } from './use-picture.ts';
import './picture-age.css';

/** Nothing for a picture whose time is not known. */
export function PictureAge({ pictureKey }: { readonly pictureKey: string }) {
  const takenAtMs = useLastPictureTime(pictureKey);
  const nowMs = useNow();
  if (takenAtMs === undefined) return null;
  return (
    <time className="lw-picture-age" dateTime={new Date(takenAtMs).toISOString()}>
      {sinceWhen(takenAtMs, nowMs, messages.since)}
    </time>
  );
}
