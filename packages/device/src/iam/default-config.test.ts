/** @module The rights of each default role, action by action. */
import { describe, expect, test } from 'vitest';
import { ResourceHarness } from '../coap/resource-harness.fixture.ts';
import { stateWith } from '../auth/login.fixture.ts';
import { defaultIamConfig } from './default-config.ts';
import { evaluatePolicy } from './evaluate-policy.ts';
import type { IamConfig } from './iam-config.ts';

const ROLES = ['Unpaired', 'Guest', 'Standard', 'Administrator'] as const;

/** One row per action; the columns are the roles in order. */
const MATRIX: readonly (readonly [string, string])[] = [
  ['IAM:GetPairing', 'yes yes yes yes'],
  ['IAM:PairingPasswordOpen', 'yes yes yes yes'],
  ['IAM:PairingPasswordInvite', 'yes yes yes yes'],
  ['Webrtc:GetInfo', 'yes yes yes yes'],
  ['Webrtc:VideoStream', '- yes yes yes'],
  ['Webrtc:AudioStream', '- - yes yes'],
  ['Webrtc:Talk', '- - yes yes'],
  ['Device:Invoke', '- - yes yes'],
  ['Device:ReadEvents', '- - yes yes'],
  ['IAM:ListVisits', '- - - yes'],
  ['Stream:Ssh', '- - - yes'],
  ['Stream:Shell', '- - - yes'],
  ['IAM:ListUsers', '- - - yes'],
  ['IAM:CreateUser', '- - - yes'],
  ['IAM:DeleteUser', '- - - yes'],
  ['IAM:SetUserRole', '- - - yes'],
  ['IAM:SetUserUsername', '- - - yes'],
  ['IAM:SetUserSct', '- - - yes'],
  ['IAM:SetUserOauthSubject', '- - - yes'],
  ['IAM:SetUserNotificationCategories', '- - - yes'],
  ['IAM:ListRoles', '- - - yes'],
  ['IAM:ListNotificationCategories', '- - - yes'],
  ['IAM:GetSettings', '- - - yes'],
  ['IAM:SetSettings', '- - - yes'],
  ['IAM:SetDeviceInfo', '- - - yes'],
  ['Gate:Open', '- - - -'],
];

const OWN = ['IAM:GetUser', 'IAM:SetUserDisplayName', 'IAM:SetUserPassword', 'IAM:SetUserFingerprint'];

const about = (username: string): Record<string, string> => ({
  'Connection:Username': 'me',
  'IAM:Username': username,
});
const mayBeMarked = (action: string, username: string): string =>
  ROLES.map((role) => (evaluatePolicy(defaultIamConfig, role, action, about(username)) ? 'yes' : '-')).join(
    ' ',
  );

describe('the default roles, Unpaired to Administrator', () => {
  test.each(MATRIX)('%s: %s', (action, marks) => {
    expect(mayBeMarked(action, 'me')).toBe(marks);
    expect(mayBeMarked(action, 'another-user')).toBe(marks);
  });

  test.each(OWN)('%s: Guest and above for themselves, administrators for others', (action) => {
    expect(mayBeMarked(action, 'me')).toBe('- yes yes yes');
    expect(mayBeMarked(action, 'another-user')).toBe('- - - yes');
  });
});

describe('a single action', () => {
  const actions = [
    'Webrtc:VideoStream',
    'Webrtc:AudioStream',
    'Webrtc:Talk',
    'Device:Invoke',
    'Stream:Ssh',
    'Stream:Web',
    'IAM:ListUsers',
  ];
  const config: IamConfig = {
    ...defaultIamConfig,
    roles: actions.map((action) => ({ id: action, policies: [action] })),
    policies: actions.map((action) => ({
      id: action,
      statements: [{ effect: 'Allow', actions: [action], conditions: [] }],
    })),
  };

  test.each(actions)('%s allows nothing else', (allowed) => {
    const harness = new ResourceHarness({
      config,
      state: stateWith({ username: 'user', role: allowed }),
    });
    const client = harness.connect('browser');
    client.session.setLogin({ username: 'user', passwordEpoch: 1 });
    expect(actions.filter((action) => harness.iam.isAllowed(client.session, action))).toEqual([allowed]);
  });
});
