/** @module The picture of a notification, from the device. */

import { useEffect, useRef, useState } from 'react';
import { messages } from '../../../messages/messages.ts';
import { imageTypeOf } from '../../../requests/image-type.ts';
import { useLiveDevice } from '../device-context.tsx';

const words = messages.activity;

/** Loads the picture once it is near the screen; its object URL is revoked on unmount. */
export function EventPicture({ path, title }: { readonly path: string; readonly title: string }) {
  const { session } = useLiveDevice().state;
  const image = useRef<HTMLImageElement>(null);
  const [isBroken, setIsBroken] = useState(false);
  useEffect(() => {
    const element = image.current;
    if (element === null) return undefined;
    const ended = new AbortController();
    let url: string | undefined;
    const load = async (): Promise<void> => {
      const { payload = new Uint8Array() } = await session.request('GET', path, { signal: ended.signal });
      const type = imageTypeOf(payload);
      if (ended.signal.aborted) return;
      if (type === undefined) setIsBroken(true);
      url = URL.createObjectURL(new Blob([new Uint8Array(payload)], { type: type ?? '' }));
      element.src = url;
    };
    const watch = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting !== true) return;
      watch.disconnect();
      load().catch(() => {
        if (!ended.signal.aborted) setIsBroken(true);
      });
    });
    watch.observe(element);
    return () => {
      watch.disconnect();
      ended.abort();
      if (url !== undefined) URL.revokeObjectURL(url);
    };
  }, [session, path]);
  if (isBroken) return <span className="lw-soft">{words.noPicture}</span>;
  return (
    <img
      ref={image}
      className="lw-event-picture"
      alt={words.picture(title)}
      onError={() => setIsBroken(true)}
    />
  );
}
