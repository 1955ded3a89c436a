/** @module The field for a device's key. */

import { Textarea } from '@mantine/core';
import { words } from '../../messages/service-messages.ts';

const texts = words.device;

/** A key as its device's set-up printed it. */
export interface FingerprintFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Says at once what cannot be a key. */
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

/** The key without the spaces and line breaks that it was printed with. */
export function typedFingerprint(value: string): string {
  return value.replaceAll(/\s/gu, '');
}
