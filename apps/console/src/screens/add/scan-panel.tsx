/** @module Reads a device's link from its QR code, by camera or from a picture. Loaded on demand. */

import { Button } from '@mantine/core';
import { IconCamera, IconPhoto } from '@tabler/icons-react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { assertNever } from '@longwire/protocol/base';
import { messages } from '../../messages/messages.ts';
import { followPictures, pictureOf } from '../../scan/pictures.ts';
import { isPairingLink, QrScanner, type ScanState } from '../../scan/qr-scanner.ts';
import { readQr } from '../../scan/read-qr.ts';
import './scan-panel.css';

const words = messages.scan;

/** Callbacks for a scanned link. */
export interface ScanPanelProps {
  readonly onFound: (link: string) => void;
}

/** The camera's picture and a hint on how to hold the code. */
export function ScanPanel({ onFound }: ScanPanelProps) {
  const [scanner] = useState(createScanner);
  const state = useSyncExternalStore(scanner.subscribe, scanner.snapshot);
  useEffect(() => {
    void scanner.start();
    return () => scanner.stop();
  }, [scanner]);
  useEffect(() => {
    if (state.kind === 'found') onFound(state.link);
  }, [state, onFound]);
  return (
    <section className="lw-scan" aria-label={words.title}>
      {state.kind === 'looking' && <Viewfinder scanner={scanner} stream={state.stream} />}
      <output className="lw-scan-words" data-testid="scan-words">
        {textOf(state)}
      </output>
      <div className="lw-actions">
        {state.kind === 'failed' && (
          <Button
            leftSection={<IconCamera size={18} aria-hidden="true" />}
            onClick={() => void scanner.start()}
          >
            {words.again}
          </Button>
        )}
        <PictureButton onFound={onFound} />
      </div>
    </section>
  );
}

/** Browsers offer cameras only on https pages; the rear camera is the one to scan with. */
function createScanner(): QrScanner {
  const openCamera =
    'mediaDevices' in navigator
      ? () => navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
      : undefined;
  return new QrScanner({ openCamera, decode: readQr, now: () => performance.now() });
}

function Viewfinder({ scanner, stream }: { readonly scanner: QrScanner; readonly stream: MediaStream }) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const element = video.current;
    if (element === null) return undefined;
    element.srcObject = stream;
    return followPictures(element, (picture) => scanner.handlePicture(picture));
  }, [scanner, stream]);
  return (
    <div className="lw-viewfinder">
      <video ref={video} autoPlay playsInline muted aria-label={words.viewfinder} />
    </div>
  );
}

function PictureButton({ onFound }: ScanPanelProps) {
  const [problem, setProblem] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const read = async (file: File | undefined) => {
    if (file === undefined) return;
    const picture = await pictureOf(file);
    const text = picture === undefined ? undefined : readQr(picture);
    if (text !== undefined && isPairingLink(text)) onFound(text);
    else if (picture === undefined) setProblem(words.noPicture);
    else setProblem(text === undefined ? words.unreadable : words.other);
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        onChange={(event) => {
          void read(event.currentTarget.files?.[0]);
          // Allows choosing the same file again.
          event.currentTarget.value = '';
        }}
      />
      <Button
        variant="default"
        leftSection={<IconPhoto size={18} aria-hidden="true" />}
        onClick={() => input.current?.click()}
      >
        {words.choose}
      </Button>
      <div role="alert">{problem !== undefined && <p className="lw-scan-problem">{problem}</p>}</div>
    </>
  );
}

function textOf(state: ScanState): string {
  switch (state.kind) {
    case 'starting':
      return words.starting;
    case 'looking':
      return { aim: words.aim, other: words.other, hard: words.hard }[state.hint];
    case 'found':
      return words.found;
    case 'failed':
      return words.problem[state.problem];
    default:
      return assertNever(state);
  }
}
