/** @module The field for a device's key fingerprint. */

import { Textarea } from '@mantine/core';
import { words } from '../../messages/service-messages.ts';

const texts = words.device;

/** Value and callback of the field. */
export interface FingerprintFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Marks an invalid fingerprint while typing. */
export function FingerprintField({ value, onChange }: FingerprintFieldProps) {
  const isWrong = value.trim() !== '' && !/^[\da-f\s:]*$/iu.test(value);
  return (
    <Textarea
      label={texts.fingerprint}
      description={texts.fingerprintHint}
      classNames={{ input: 'lw-mono' }}
      rows={2}
      value={value}
      error={isWrong ? words.problem.ERR_FINGERPRINT_FORMAT : undefined}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** The fingerprint without the spaces and line breaks of its printout. */
export function typedFingerprint(value: string): string {
  return value.replaceAll(/\s/gu, '');
}
