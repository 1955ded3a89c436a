/** @module The details of a device, typed in; each field shows its own error. */

import { Button, Textarea, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import type { DeviceDetails } from '../../link/device-details.ts';
import { readDetails, type DetailsFields, type FieldErrors } from '../../link/details-form.ts';
import { messages } from '../../messages/messages.ts';
import { useServices } from '../../services.tsx';
import { PasswordField } from '../../ui/password-field.tsx';

const words = messages.add;

/** The field values and what happens with them. */
export interface DetailsFormProps {
  readonly fields: DetailsFields;
  readonly onChange: (fields: DetailsFields) => void;
  readonly onConnect: (details: DeviceDetails) => void;
}

/** The form. Errors appear at their fields after the first submit, and disappear when corrected. */
export function DetailsForm({ fields, onChange, onConnect }: DetailsFormProps) {
  const [isSubmitted, setIsSubmitted] = useState(false);
  const read = readDetails(fields, messages.check, window.location.protocol, useServices().serviceList);
  const errors: FieldErrors = isSubmitted && !read.ok ? read.errors : {};
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsSubmitted(true);
    if (read.ok) onConnect(read.details);
  };
  const put = (name: keyof DetailsFields) => (text: string) => onChange({ ...fields, [name]: text });
  const bind = (name: keyof DetailsFields) => ({
    value: fields[name],
    error: errors[name],
    autoComplete: 'off',
    spellCheck: false,
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      put(name)(event.currentTarget.value),
  });
  return (
    <form className="lw-form" onSubmit={submit} noValidate>
      <div className="lw-form-pair">
        <TextInput label={words.product} {...bind('productId')} />
        <TextInput label={words.device} {...bind('deviceId')} />
      </div>
      <TextInput label={words.token} description={words.tokenHint} {...bind('sct')} />
      <Textarea
        label={words.fingerprint}
        description={words.fingerprintHint}
        rows={2}
        classNames={{ input: 'lw-link-input' }}
        {...bind('fingerprint')}
      />
      <div className="lw-form-pair">
        <TextInput label={words.user} autoCapitalize="none" {...bind('username')} />
        <PasswordField label={words.password} {...bind('password')} onChange={put('password')} />
      </div>
      <p className="lw-soft lw-form-note">{words.passwordHint}</p>
      <TextInput label={words.name} description={words.nameHint} {...bind('name')} />
      <TextInput label={words.service} description={words.serviceHint} inputMode="url" {...bind('service')} />
      <div className="lw-actions">
        <Button type="submit">{words.submit}</Button>
      </div>
    </form>
  );
}
