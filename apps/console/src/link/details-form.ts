/** @module The "Add a device" form: its fields, their validation, and the result. */

import { utf8Encode } from '@longwire/protocol/base';
import { EdgeError, parseFingerprint, parsePairingLink, type PairingLink } from '@longwire/client';
import type { Messages } from '../messages/en.ts';
import type { DeviceDetails } from './device-details.ts';
import { nonEmpty } from '../read-field.ts';
import { unlessInvalid } from '../unless-invalid.ts';
import { isId, isUsername } from './id-format.ts';
import { isBlockedFrom, readServiceAddress } from './service-address.ts';
import { isListed, serviceOfLink, type ServiceList } from './service-list.ts';

/** The field values as typed. */
export interface DetailsFields {
  readonly productId: string;
  readonly deviceId: string;
  readonly name: string;
  readonly sct: string;
  readonly username: string;
  readonly password: string;
  readonly fingerprint: string;
  readonly service: string;
}

/** An error text for each invalid field. */
export type FieldErrors = Readonly<Partial<Record<keyof DetailsFields, string>>>;

/** The parsed fields, or their errors. */
export type ReadDetails =
  | { readonly ok: true; readonly details: DeviceDetails }
  | { readonly ok: false; readonly errors: FieldErrors };

/** A parsed link, or the reason it was rejected. */
export type ReadLink =
  | { readonly ok: true; readonly link: PairingLink; readonly service: string }
  | { readonly ok: false; readonly error: string };

const MAX_TEXT_BYTES = 64;
const MIN_PASSWORD_BYTES = 4;

/** Empty fields with the service address filled in. */
export const emptyFields = (service: string): DetailsFields => ({
  productId: '',
  deviceId: '',
  name: '',
  sct: '',
  username: '',
  password: '',
  fingerprint: '',
  service,
});

/** Fields filled from a link or a remembered device. */
export const fieldsOf = (details: DeviceDetails): DetailsFields => ({
  productId: details.productId,
  deviceId: details.deviceId,
  name: details.name ?? '',
  sct: details.sct,
  username: details.username ?? '',
  password: details.password ?? '',
  fingerprint: details.fingerprint ?? '',
  service: details.service,
});

/** The details the person typed in addition to a link, whose name and service address are proposed. */
export function typedBesideLink(
  { name, service }: DeviceDetails,
  proposed: Pick<DeviceDetails, 'name' | 'service'>,
): NonNullable<DeviceDetails['typed']> {
  return [
    ...(name === undefined || name === proposed.name ? [] : (['name'] as const)),
    ...(service === proposed.service ? [] : (['service'] as const)),
  ];
}

/** A link in the text around it, as in a message. Text directly on the next line may be the rest of a broken link, so it is none. */
const LINK_IN_TEXT =
  /(?<=^|[\s<"])[a-z][a-z0-9+.-]*:\/\/[^\s<>"]*[?#&]p=[^\s<>"]*(?=[<>"]|[ \t]+\S|\s*$|[ \t]*\r?\n\s*\n)/iu;

/** The link of a text: all of it, or the one in it without the full stop of its sentence. */
function linkIn(text: string): string {
  if (/^[a-z]\S*$/iu.test(text.trim())) return text;
  return LINK_IN_TEXT.exec(text)?.[0].replace(/[.,]+$/u, '') ?? text;
}

/** Parses a pasted link, also with text around it, and resolves its service. */
export function readLink(text: string, words: Messages['check'], services: ServiceList): ReadLink {
  const address = linkIn(text);
  try {
    const link = parsePairingLink(address);
    const service = serviceOfLink(services, address);
    if (isListed(services, service)) return { ok: true, link, service };
    return { ok: false, error: words.linkNotListed(hostOf(service), hostsOf(services)) };
  } catch (error) {
    if (!(error instanceof EdgeError)) throw error;
    const { cause } = error;
    const isDamaged = cause instanceof EdgeError && cause.code === 'ERR_FINGERPRINT_FORMAT';
    return { ok: false, error: isDamaged ? words.linkFingerprint : words.link };
  }
}

/** Validates every field as the protocol requires. `pageProtocol` is the page's, such as `https:`. */
export function readDetails(
  fields: DetailsFields,
  words: Messages['check'],
  pageProtocol: string,
  services: ServiceList,
): ReadDetails {
  const errors: Partial<Record<keyof DetailsFields, string>> = {};
  const note = (field: keyof DetailsFields, text: string | undefined) => {
    if (text !== undefined) errors[field] = text;
  };
  const username = fields.username.trim();
  const service = readServiceAddress(fields.service);
  const fingerprint = readFingerprint(fields.fingerprint);
  note('productId', checkId(fields.productId, words));
  note('deviceId', checkId(fields.deviceId, words));
  note('name', fields.name.trim().length > 64 ? words.nameLength : undefined);
  note('sct', checkToken(fields.sct.trim(), words));
  note('username', checkUser(username, fields.password, words));
  note('password', checkPassword(fields.password, words));
  note('fingerprint', fingerprint === false ? words.fingerprint : undefined);
  note('service', checkService(service, pageProtocol, words, services));
  if (service === undefined || fingerprint === false || Object.keys(errors).length > 0)
    return { ok: false, errors };
  return {
    ok: true,
    details: {
      productId: fields.productId.trim(),
      deviceId: fields.deviceId.trim(),
      service,
      sct: fields.sct.trim(),
      name: nonEmpty(fields.name.trim()),
      fingerprint,
      username: nonEmpty(username),
      password: nonEmpty(fields.password),
    },
  };
}

/** The error of a login form's user name, if any. */
export function checkLoginUser(username: string, words: Messages['check']): string | undefined {
  return isUsername(username) ? undefined : words.userName;
}

/** The error of a login form's password, if any. */
export function checkLoginPassword(password: string, words: Messages['check']): string | undefined {
  return password === '' ? words.passwordLength : checkPassword(password, words);
}

function byteLength(text: string): number {
  return utf8Encode(text).length;
}

function checkId(text: string, words: Messages['check']): string | undefined {
  const id = text.trim();
  if (id === '') return words.required;
  return isId(id) ? undefined : words.idLength;
}

function checkToken(sct: string, words: Messages['check']): string | undefined {
  if (sct === '') return words.tokenRequired;
  return byteLength(sct) > MAX_TEXT_BYTES ? words.tokenLength : undefined;
}

function checkUser(username: string, password: string, words: Messages['check']): string | undefined {
  if (username === '') return password === '' ? undefined : words.passwordNeedsUser;
  return checkLoginUser(username, words);
}

function checkPassword(password: string, words: Messages['check']): string | undefined {
  if (password === '') return undefined;
  const length = byteLength(password);
  return length < MIN_PASSWORD_BYTES || length > MAX_TEXT_BYTES ? words.passwordLength : undefined;
}

function checkService(
  service: string | undefined,
  pageProtocol: string,
  words: Messages['check'],
  services: ServiceList,
): string | undefined {
  if (service === undefined) return words.service;
  if (!isListed(services, service)) return words.serviceNotListed(hostsOf(services));
  return isBlockedFrom(pageProtocol, service) ? words.serviceInsecure : undefined;
}

const hostOf = (service: string): string => new URL(service).host;

const hostsOf = ({ allowed }: ServiceList): string => (allowed ?? []).map(hostOf).join(', ');

/** A fingerprint; `undefined` for an empty field, `false` for invalid text. */
function readFingerprint(text: string): string | false | undefined {
  const trimmed = text.replace(/\s+/gu, '');
  if (trimmed === '') return undefined;
  return unlessInvalid(() => parseFingerprint(trimmed)) ?? false;
}
