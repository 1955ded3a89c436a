/** @module Invites a person: creates a user with a password that works once, and a link for it. */

import {
  EdgeError,
  formatPairingLink,
  generatePassword,
  parseFingerprint,
  type IamClient,
} from '@longwire/client';
import type { RememberedDevice } from '../devices/remembered-device.ts';
import { httpAddressOf } from '../link/service-address.ts';
import { ALWAYS, type AccessDraft } from './access-end.ts';
import { callOf, type Person } from './person.ts';

/** The page that invites, and the properties of the device. */
export interface InvitePlace {
  readonly device: Pick<RememberedDevice, 'productId' | 'deviceId' | 'service' | 'sct' | 'fingerprint'>;
  /** The address of this page up to its path. */
  readonly page: string;
  /** The service that links to this page lead to. */
  readonly ownService: string;
  /** Whether the device accepts invites: only then may the link be marked as one. */
  readonly isInvitePairingOn: boolean;
  /** Whether the service accepts a token that the device made. */
  readonly isTokenTaken: (sct: string) => Promise<boolean>;
}

/** A link to pass on, shown once: its password is stored nowhere. */
export interface Invitation {
  /** What the person is called. */
  readonly name: string;
  readonly link: string;
}

/** The user to create. */
export interface NewPerson {
  readonly username: string;
  readonly role: string;
  /** Empty if it is the user name. */
  readonly displayName: string;
  /** When access ends; null: never. */
  readonly accessEnd: Date | null;
}

/** Creates a user and their link. The link is made even if the device rejects the display name. */
export async function invitePerson(
  iam: Pick<IamClient, 'createUser' | 'setDisplayName'>,
  { username, role, displayName, accessEnd }: NewPerson,
  place: InvitePlace,
): Promise<Invitation> {
  const { Password: password, Sct: sct } = await iam.createUser({ username, role, accessEnd });
  if (displayName !== '') await iam.setDisplayName(username, displayName).catch(ignoreRefusal);
  const name = displayName === '' ? username : displayName;
  return { name, link: await inviteLink({ username, password, sct }, place) };
}

/** Gives an existing user a new password, as a link. */
export async function inviteAgain(
  iam: Pick<IamClient, 'setPassword'>,
  person: Pick<Person, 'username' | 'displayName' | 'sct'>,
  place: InvitePlace,
): Promise<Invitation> {
  const { username, sct } = person;
  const password = newPassword();
  await iam.setPassword(username, password);
  return { name: callOf(person), link: await inviteLink({ username, password, sct }, place) };
}

/** A password to read out: 16 characters without look-alikes. */
export function newPassword(): string {
  return generatePassword((length) => crypto.getRandomValues(new Uint8Array(length)));
}

/** The link with the open password, by which any holder can create their own user. */
export async function openPairingLink(
  { password, sct }: { readonly password: string; readonly sct: string | undefined },
  place: InvitePlace,
): Promise<string> {
  return await linkOf({ username: '', password, sct }, place);
}

interface Login {
  readonly username: string;
  readonly password: string;
  readonly sct: string | undefined;
}

async function inviteLink(login: Login, place: InvitePlace): Promise<string> {
  return await linkOf(login, place, place.isInvitePairingOn);
}

/** The token is the user's own, so that it ends with the user; if there is none that the service accepts, it is this browser's. */
async function linkOf(
  { username, password, sct }: Login,
  { device, page, ownService, isTokenTaken }: InvitePlace,
  isInvite = false,
): Promise<string> {
  const { productId, deviceId, fingerprint } = device;
  const token = sct !== undefined && (await isTokenTaken(sct)) ? sct : device.sct;
  return formatPairingLink(consoleOf(device.service, { page, ownService }), {
    productId,
    deviceId,
    username,
    password,
    ...(token === '' ? {} : { sct: token }),
    ...(fingerprint === undefined ? {} : { fingerprint: parseFingerprint(fingerprint) }),
    ...(isInvite ? { isInvite } : {}),
  });
}

/** Where the link opens: this page, or the device's own service if that is another one. */
function consoleOf(service: string, { page, ownService }: Pick<InvitePlace, 'page' | 'ownService'>): string {
  if (new URL(service).origin === new URL(ownService).origin) return page;
  return `${httpAddressOf(service).replace(/\/+$/u, '')}/`;
}

/** Without the link, the new password would be lost. */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof EdgeError)) throw error;
}

/** The fields of the form. */
export interface InviteDraft {
  readonly name: string;
  /** Undefined while the role is the first one offered. */
  readonly role?: string;
  /** Whether the role is typed instead of chosen from the list. */
  readonly isRoleTyped?: boolean;
  readonly access: AccessDraft;
}

/** An empty draft. */
export const EMPTY_INVITE: InviteDraft = { name: '', access: ALWAYS };
