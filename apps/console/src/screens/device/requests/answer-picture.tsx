/** @module A picture in a response. */

import { useEffect, useRef, useState } from 'react';
import { messages } from '../../../messages/messages.ts';
import { imageTypeOf } from '../../../requests/image-type.ts';

const words = messages.requests;

/** The picture; its object URL is revoked on unmount. */
export function AnswerPicture({ payload }: { readonly payload: Uint8Array }) {
  const image = useRef<HTMLImageElement>(null);
  const [broken, setBroken] = useState<Uint8Array>();
  const isBroken = broken === payload;
  useEffect(() => {
    if (image.current === null) return undefined;
    const type = imageTypeOf(payload) ?? '';
    const url = URL.createObjectURL(new Blob([new Uint8Array(payload)], { type }));
    image.current.src = url;
    return () => URL.revokeObjectURL(url);
  }, [payload]);
  if (isBroken) return <p className="lw-soft">{words.badPicture}</p>;
  return (
    <img
      ref={image}
      className="lw-answer-picture"
      data-testid="answer-picture"
      alt={words.picture}
      onError={() => setBroken(payload)}
    />
  );
}
