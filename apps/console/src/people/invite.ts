/** @module Inviting somebody: a user with a password that works once, as a link. */

import type { RememberedDevice } from '../devices/remembered-device.ts';
import { httpAddressOf } from '../link/service-address.ts';
import { EdgeError, formatPairingLink, generatePassword, parseFingerprint, type IamClient } from '../wire.ts';
import type { Person } from './person.ts';

/** The page that asks, and what it knows of the device. */
export interface InvitePlace {
  readonly device: Pick<RememberedDevice, 'productId' | 'deviceId' | 'service' | 'sct' | 'fingerprint'>;
  /** The address of this page, without anything that follows its path. */
  readonly page: string;
  /** The service of a link that leads to this page. */
  readonly ownService: string;
  /** Whether the device takes invites: only then may the link say that it is one. */
  readonly isInvitePairingOn: boolean;
  /** Whether the service takes a token that the device made. */
  readonly isTokenTaken: (sct: string) => Promise<boolean>;
}

/** A link to give to somebody, shown once: nobody keeps its password. */
export interface Invitation {
  readonly username: string;
  readonly link: string;
}

/** Whom to make. */
export interface NewPerson {
  readonly username: string;
  readonly role: string;
  readonly displayName: string;
}

/** Makes a user and the link that is theirs. A display name that the device does not take is no reason to give none. */
export async function invitePerson(
  iam: Pick<IamClient, 'createUser' | 'setDisplayName'>,
  { username, role, displayName }: NewPerson,
  place: InvitePlace,
): Promise<Invitation> {
  const { Password: password, Sct: sct } = await iam.createUser({ username, role });
  if (displayName !== '') await iam.setDisplayName(username, displayName).catch(ignoreRefusal);
  return { username, link: await inviteLink({ username, password, sct }, place) };
}

/** Gives somebody who is there already a new password, as a link. */
export async function inviteAgain(
  iam: Pick<IamClient, 'setPassword'>,
  { username, sct }: Pick<Person, 'username' | 'sct'>,
  place: InvitePlace,
): Promise<Invitation> {
  const password = newPassword();
  await iam.setPassword(username, password);
  return { username, link: await inviteLink({ username, password, sct }, place) };
}

/** A password to read out: 16 characters without look-alikes. */
export function newPassword(): string {
  return generatePassword((length) => crypto.getRandomValues(new Uint8Array(length)));
}

/** The link of the open password, by which anybody makes a user of their own. */
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

/** The token is the user's own, so that it ends with the user; where there is none that the service takes, it is this browser's. */
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

/** Where the link is opened: this page, or the device's own service where that is another one. */
function consoleOf(service: string, { page, ownService }: Pick<InvitePlace, 'page' | 'ownService'>): string {
  if (new URL(service).origin === new URL(ownService).origin) return page;
  return `${httpAddressOf(service).replace(/\/+$/u, '')}/`;
}

/** Without the link its password would be nobody's. */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof EdgeError)) throw error;
}
