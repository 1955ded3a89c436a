/** @module The scripts that run against the fakes. */
import type { HostileScript } from '../script.ts';
import { DOWNGRADE_SCRIPTS } from './downgrade-scripts.ts';
import {
  APPLICATION_LOGIN_SCRIPTS,
  CHALLENGE_SCRIPTS,
  LOGIN_SCRIPTS,
  OLD_DEVICE_SCRIPTS,
} from './impostor-scripts.ts';
import { KEPT_KEY_SCRIPTS } from './kept-key-scripts.ts';
import { LATER_MESSAGE_ATTACKS, MESSAGE_ATTACKS, messageScripts } from './message-scripts.ts';
import { RETURN_SCRIPTS } from './return-scripts.ts';
import {
  BUNDLES,
  CERTIFICATES,
  forgedOfferScripts,
  LATER_REWRITE_ATTACKS,
  REWRITE_ATTACKS,
  rewriteScripts,
  SHAPES,
} from './rewrite-scripts.ts';
import { TRACK_SCRIPTS } from './track-scripts.ts';

/** All of them. */
export const FAKES_SCRIPTS: readonly HostileScript[] = [
  ...messageScripts(MESSAGE_ATTACKS, { where: 'fakes', client: 'connection' }),
  ...messageScripts(LATER_MESSAGE_ATTACKS, { where: 'fakes', client: 'connection', device: 'deployed' }),
  ...rewriteScripts(REWRITE_ATTACKS, { where: 'fakes', client: 'connection' }),
  ...rewriteScripts(LATER_REWRITE_ATTACKS, { where: 'fakes', client: 'connection', device: 'deployed' }),
  ...forgedOfferScripts([...CERTIFICATES, ...BUNDLES, ...SHAPES], { where: 'fakes', client: 'connection' }),
  ...TRACK_SCRIPTS,
  ...DOWNGRADE_SCRIPTS,
  ...CHALLENGE_SCRIPTS,
  ...LOGIN_SCRIPTS,
  ...APPLICATION_LOGIN_SCRIPTS,
  ...OLD_DEVICE_SCRIPTS,
  ...RETURN_SCRIPTS,
  ...KEPT_KEY_SCRIPTS,
];
