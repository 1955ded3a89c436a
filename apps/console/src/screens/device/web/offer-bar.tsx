/** @module Downloads and links offered by a device's page; nothing happens until the person confirms it in this bar. */

import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useSyncExternalStore, type ReactNode } from 'react';
import { assertNever } from '@longwire/protocol/base';
import { messages } from '../../../messages/messages.ts';
import { deviceFileName, saveFile } from '../../../save-file.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { MAX_FILE_BYTES, type DeviceOffers, type OfferState } from '../../../web/offer/device-offers.ts';

const words = messages.web.offer;

/** Props of the bar. */
export interface OfferBarProps {
  readonly offers: DeviceOffers;
  /** The person's name for the device. */
  readonly deviceName: string;
}

/** A file that the device's page wants to save, or an external page that it wants to open. */
export function OfferBar({ offers, deviceName }: OfferBarProps) {
  const offer = useSyncExternalStore(offers.subscribe, offers.snapshot);
  if (offer.kind === 'none') return null;
  const save = (): void =>
    void offers.accept((content, name) => saveFile(content, deviceFileName(deviceName, name)));
  return (
    // The key: a press that began on another offer's button does not count for this one.
    <section key={offer.id} className="lw-web-offer" aria-label={words.title}>
      <p className="lw-web-offer-words" role="alert">
        <OfferText offer={offer} deviceName={deviceName} />
      </p>
      {(offer.kind === 'file' || offer.kind === 'saving') && (
        <Button
          disabled={offer.kind === 'file' && !offer.isReady}
          // While saving it stays focusable, because a disabled button loses the focus.
          {...(offer.kind === 'saving' ? { 'aria-disabled': true, 'data-disabled': true } : {})}
          onClick={save}
        >
          {words.save}
        </Button>
      )}
      {offer.kind === 'link' && !offer.isReady && <Button disabled>{words.open}</Button>}
      {offer.kind === 'link' && offer.isReady && (
        <Button
          component="a"
          href={offer.url}
          target="_blank"
          rel="noopener noreferrer"
          onClick={() => offers.dismiss()}
        >
          {words.open}
        </Button>
      )}
      <IconButton
        label={offer.kind === 'saving' ? words.cancel : words.dismiss}
        onClick={() => offers.dismiss()}
      >
        <IconX size={20} />
      </IconButton>
    </section>
  );
}

interface OfferTextProps {
  readonly offer: Exclude<OfferState, { readonly kind: 'none' }>;
  readonly deviceName: string;
}

function OfferText({ offer, deviceName }: OfferTextProps) {
  switch (offer.kind) {
    case 'link':
      return (
        <>
          {words.link(deviceName)} <DeviceText>{offer.url}</DeviceText>
        </>
      );
    case 'file':
      return (
        <>
          {words.file(deviceName)} <DeviceText>{offer.name}</DeviceText>{' '}
          {offer.file.sizeBytes === undefined ? '' : words.size(offer.file.sizeBytes)}
        </>
      );
    case 'saving':
      return (
        <>
          {words.saving} <DeviceText>{offer.name}</DeviceText> {words.size(offer.receivedBytes)}
        </>
      );
    case 'failed':
      return (
        <>
          <DeviceText>{offer.name}</DeviceText>{' '}
          {offer.reason === 'tooLarge' ? words.tooLarge(words.size(MAX_FILE_BYTES)) : words.brokenOff}
        </>
      );
    default:
      return assertNever(offer);
  }
}

/** The device's own text: set apart, with the console's text direction around it. */
function DeviceText({ children }: { readonly children: ReactNode }) {
  return (
    <bdi className="lw-web-offer-name lw-mono" dir="ltr">
      {children}
    </bdi>
  );
}
