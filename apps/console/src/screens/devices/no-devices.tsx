/** @module The first visit: what the console is for, and how to begin. */

import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { messages } from '../../messages/messages.ts';

const words = messages.devices;

/** Shown while no device is remembered. */
export function NoDevices({ onAdd }: { readonly onAdd: () => void }) {
  return (
    <section className="lw-none">
      <svg className="lw-none-wire" viewBox="0 0 600 150" aria-hidden="true" preserveAspectRatio="none">
        <path className="lw-none-mast" d="M20 20v120M580 20v120" />
        <path className="lw-none-line" d="M20 24q280 130 560 0" />
      </svg>
      <h2>{words.emptyTitle}</h2>
      <p className="lw-soft">{words.emptyBody}</p>
      <Button size="lg" leftSection={<IconPlus size={20} />} onClick={onAdd}>
        {words.add}
      </Button>
    </section>
  );
}
