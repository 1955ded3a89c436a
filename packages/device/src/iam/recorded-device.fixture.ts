/** @module Test fixture: the recording of a deployed device, as our configuration, state and steps. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseFingerprint, passwordVerifier, type Method } from '@longwire/protocol';
import { defaultIamConfig } from './default-config.ts';
import { CONDITION_OPERATORS, type Condition, type IamConfig } from './iam-config.ts';
import { EMPTY_IAM_STATE, newUser, withUser, type IamState } from './iam-state.ts';

interface RecordedUser {
  readonly Username: string;
  readonly DisplayName?: string;
  readonly Role?: string;
  readonly Password?: string;
  readonly ServerConnectToken?: string;
  readonly Fingerprints?: readonly { readonly Fingerprint: string; readonly Name?: string }[];
  readonly NotificationCategories?: readonly string[];
  readonly OauthSubject?: string;
  readonly Fcm?: { readonly Token: string; readonly ProjectId: string };
}

interface RecordedState {
  readonly FriendlyName: string;
  readonly OpenPairingPassword: string;
  readonly OpenPairingRole: string;
  readonly OpenPairingSct: string;
  readonly PasswordOpenPairing: boolean;
  readonly PasswordInvitePairing: boolean;
  readonly LocalOpenPairing: boolean;
  readonly Users: readonly RecordedUser[];
}

type RecordedCondition = Readonly<Partial<Record<string, Readonly<Record<string, readonly string[]>>>>>;

interface RecordedConfig {
  readonly Config: { readonly UnpairedRole: string };
  readonly Policies: readonly {
    readonly Id: string;
    readonly Statements: readonly {
      readonly Effect: 'Allow' | 'Deny';
      readonly Actions: readonly string[];
      readonly Conditions?: readonly RecordedCondition[];
    }[];
  }[];
  readonly Roles: readonly { readonly Id: string; readonly Policies: readonly string[] }[];
}

/** A connection that was opened, or a request with its answer. */
export interface RecordedStep {
  readonly newConnection?: string;
  readonly clientFp?: string;
  readonly deviceFp?: string;
  readonly loggedInAs?: string;
  readonly connection?: string;
  readonly note?: string;
  readonly request?: {
    readonly method: Method;
    readonly path: string;
    readonly contentFormat: number | null;
    readonly payloadHex: string | null;
  };
  readonly response?: {
    readonly statusCode: number;
    readonly contentFormat: number;
    readonly payloadHex: string;
    readonly hasPayload: boolean;
  };
}

/** Cases that follow one another on one device. */
export interface RecordedGroup {
  readonly group: string;
  readonly options: { readonly maxUsers?: number };
  readonly cases: readonly { readonly name: string; readonly steps: readonly RecordedStep[] }[];
}

interface Recording {
  readonly extendedConfiguration: {
    readonly iamConfig: RecordedConfig;
    readonly iamState: RecordedState;
    readonly notificationCategories: readonly string[];
  };
  readonly groups: readonly RecordedGroup[];
}

const recording: Recording = JSON.parse(
  readFileSync(join(import.meta.dirname, 'iam-device.vectors.json'), 'utf8'),
);
const { iamConfig, iamState, notificationCategories } = recording.extendedConfiguration;

/** The whole recording. */
export const recordedGroups: readonly RecordedGroup[] = recording.groups;

/** The password of a recorded user; that of the empty name is the open-pairing password. */
export function recordedPassword(username: string): string {
  if (username === '') return iamState.OpenPairingPassword;
  return iamState.Users.find(({ Username }) => Username === username)?.Password ?? '';
}

function conditionsOf(recorded: RecordedCondition): Condition[] {
  return CONDITION_OPERATORS.flatMap((operator) =>
    Object.entries(recorded[operator] ?? {}).map(([key, values]) => ({ operator, key, values })),
  );
}

/** The configuration of the recorded device. */
export function recordedConfig(maxUsers: number = defaultIamConfig.maxUsers): IamConfig {
  return {
    ...defaultIamConfig,
    unpairedRole: iamConfig.Config.UnpairedRole,
    notificationCategories,
    maxUsers,
    roles: iamConfig.Roles.map(({ Id, Policies }) => ({ id: Id, policies: Policies })),
    policies: iamConfig.Policies.map(({ Id, Statements }) => ({
      id: Id,
      statements: Statements.map(({ Effect, Actions, Conditions = [] }) => ({
        effect: Effect,
        actions: Actions,
        conditions: Conditions.flatMap(conditionsOf),
      })),
    })),
  };
}

/** The state that the recorded device started from. */
export function recordedState(): IamState {
  const base: IamState = {
    ...EMPTY_IAM_STATE,
    friendlyName: iamState.FriendlyName,
    isInvitePairingEnabled: iamState.PasswordInvitePairing,
    isLocalOpenPairingEnabled: iamState.LocalOpenPairing,
    openPairing: {
      isEnabled: iamState.PasswordOpenPairing,
      closesAtMs: null,
      password: iamState.OpenPairingPassword,
      passwordEpoch: 0,
      sct: iamState.OpenPairingSct,
      role: iamState.OpenPairingRole,
    },
  };
  return iamState.Users.reduce<IamState>(
    (state, user) =>
      withUser(state, {
        ...newUser(state, user.Username, ''),
        displayName: user.DisplayName ?? null,
        role: user.Role ?? null,
        passwordVerifier: user.Password === undefined ? null : passwordVerifier(user.Password),
        sct: user.ServerConnectToken ?? null,
        fingerprints: (user.Fingerprints ?? []).map(({ Fingerprint, Name }) => ({
          fingerprint: parseFingerprint(Fingerprint),
          name: Name ?? null,
        })),
        notificationCategories: user.NotificationCategories ?? [],
        oauthSubject: user.OauthSubject ?? null,
        fcm: user.Fcm === undefined ? null : { token: user.Fcm.Token, projectId: user.Fcm.ProjectId },
      }),
    base,
  );
}
