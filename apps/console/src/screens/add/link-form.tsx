/** @module A pasted link, whose contents are shown before it is used. */

import { Button, Textarea, TextInput } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useRef, useState, type FormEvent } from 'react';
import { detailsOfLink, type DeviceDetails } from '../../link/device-details.ts';
import {
  fieldsOf,
  readDetails,
  readLink,
  typedBesideLink,
  type DetailsFields,
  type FieldErrors,
  type ReadDetails,
} from '../../link/details-form.ts';
import { holdsSecret } from '../../link/mask.ts';
import { messages } from '../../messages/messages.ts';
import { useServices } from '../../services.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { LinkContents } from './link-contents.tsx';

const words = messages.add;

/** What can be done with a link. */
export interface LinkFormProps {
  /** A link that was just scanned; shown like a pasted one. */
  readonly scanned?: string | undefined;
  readonly onConnect: (details: DeviceDetails) => void;
  readonly onEdit: (fields: DetailsFields) => void;
}

/** Takes a link, shows its contents, and connects. */
export function LinkForm({ scanned = '', onConnect, onEdit }: LinkFormProps) {
  const [text, setText] = useState(scanned);
  const [typedName, setTypedName] = useState<string>();
  const { serviceList } = useServices();
  const [typedService, setTypedService] = useState<string>();
  const [errors, setErrors] = useState<FieldErrors>({});
  const [isSubmitted, setIsSubmitted] = useState(false);
  // The value of the field is always the whole link: only its drawing is masked.
  const [isShown, setIsShown] = useState(false);
  const isSecret = holdsSecret(text);
  const field = useRef<HTMLTextAreaElement>(null);
  const changeLink = (link: string) => {
    setText(link);
    setTypedName(undefined);
    setTypedService(undefined);
    setErrors({});
  };
  const show = () => {
    setIsShown(!isShown);
    field.current?.focus();
  };
  const read = readLink(text, messages.check, serviceList);
  const proposed = read.ok ? read.service : serviceList.own;
  const service = typedService ?? proposed;
  const showsLinkError = !read.ok && (isSubmitted || text.trim().length > 0);
  const fields = read.ok
    ? {
        ...fieldsOf(detailsOfLink(read.link, service)),
        ...(typedName === undefined ? {} : { name: typedName }),
      }
    : undefined;
  const readLinkDetails = (filled: DetailsFields): ReadDetails => {
    const link = read.ok ? read.link : undefined;
    // An open password has no user name, but the form's validation requires one with a password.
    const isOpen = link?.username === '';
    const checked = isOpen ? { ...filled, password: '' } : filled;
    const details = readDetails(checked, messages.check, window.location.protocol, serviceList);
    if (!details.ok) return details;
    const open = isOpen ? { username: '', password: link?.password } : {};
    const typed = typedBesideLink(details.details, { name: link?.deviceName, service: proposed });
    return { ok: true, details: { ...details.details, ...open, isInvite: link?.isInvite, typed } };
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsSubmitted(true);
    if (fields === undefined) return;
    const details = readLinkDetails(fields);
    if (details.ok) onConnect(details.details);
    else if (details.errors.service !== undefined || details.errors.name !== undefined)
      setErrors(details.errors);
    else onEdit(fields);
  };
  return (
    <form className="lw-form" onSubmit={submit} noValidate>
      <Textarea
        label={words.link}
        description={words.linkHint}
        placeholder={words.linkPlaceholder}
        autosize
        minRows={3}
        maxRows={12}
        value={text}
        error={showsLinkError ? read.error : undefined}
        autoComplete="off"
        spellCheck={false}
        ref={field}
        classNames={{ input: `lw-link-input ${isSecret && !isShown ? 'lw-link-secret' : ''}` }}
        rightSection={
          isSecret && (
            <IconButton label={words.showLink} isPressed={isShown} onClick={show}>
              {isShown ? <IconEyeOff size={20} /> : <IconEye size={20} />}
            </IconButton>
          )
        }
        rightSectionWidth={52}
        rightSectionPointerEvents="all"
        onChange={(event) => changeLink(event.currentTarget.value)}
      />
      {read.ok && (
        <>
          <LinkContents link={read.link} service={service} isNews={text === scanned} />
          <details className="lw-more" open={errors.service !== undefined || errors.name !== undefined}>
            <summary>{words.more}</summary>
            <TextInput
              label={words.name}
              description={words.nameHint}
              value={fields?.name ?? ''}
              error={errors.name}
              onChange={(event) => setTypedName(event.currentTarget.value)}
            />
            <TextInput
              label={words.service}
              description={words.serviceHint}
              value={service}
              error={errors.service}
              inputMode="url"
              spellCheck={false}
              onChange={(event) => setTypedService(event.currentTarget.value)}
            />
          </details>
        </>
      )}
      <div className="lw-actions lw-add-actions">
        <Button type="submit">{words.submit}</Button>
        {fields !== undefined && (
          <Button variant="default" onClick={() => onEdit(fields)}>
            {words.edit}
          </Button>
        )}
      </div>
    </form>
  );
}
