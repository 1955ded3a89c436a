/** @module Perfect negotiation as a table: state and description to decision. */
import { describe, expect, test } from 'vitest';
import { decideDescription, type DescriptionDecision, type NegotiationState } from './decide-description.ts';

interface Row extends Omit<NegotiationState, 'isPolite'> {
  readonly polite: DescriptionDecision;
  readonly impolite: DescriptionDecision;
}

const row = (
  signalingState: NegotiationState['signalingState'],
  flags: '' | 'making' | 'setting' | 'both',
  polite: DescriptionDecision,
  impolite: DescriptionDecision,
): Row => ({
  signalingState,
  isMakingOffer: flags === 'making' || flags === 'both',
  isSettingRemoteAnswerPending: flags === 'setting' || flags === 'both',
  polite,
  impolite,
});

// W3C webrtc-pc section 10.7: ready for an offer when not making one, and stable or about to be
const offers = [
  row('stable', '', 'accept', 'accept'),
  row('stable', 'making', 'rollback', 'ignore'),
  row('stable', 'setting', 'accept', 'accept'),
  row('have-local-offer', '', 'rollback', 'ignore'),
  row('have-local-offer', 'making', 'rollback', 'ignore'),
  row('have-local-offer', 'setting', 'accept', 'accept'),
  row('have-local-offer', 'both', 'rollback', 'ignore'),
  row('have-remote-offer', '', 'accept', 'ignore'),
  row('have-remote-offer', 'making', 'rollback', 'ignore'),
  row('have-local-pranswer', '', 'accept', 'ignore'),
  row('have-remote-pranswer', 'setting', 'accept', 'accept'),
  row('closed', '', 'ignore', 'ignore'),
  row('closed', 'making', 'ignore', 'ignore'),
];

const answers = [
  row('stable', '', 'ignore', 'ignore'),
  row('stable', 'making', 'ignore', 'ignore'),
  row('have-local-offer', '', 'accept', 'accept'),
  row('have-local-offer', 'setting', 'ignore', 'ignore'),
  row('have-remote-offer', '', 'ignore', 'ignore'),
  row('have-local-pranswer', '', 'ignore', 'ignore'),
  row('have-remote-pranswer', '', 'accept', 'accept'),
  row('closed', '', 'ignore', 'ignore'),
];

describe.each([
  ['offer', offers],
  ['answer', answers],
] as const)('an %s', (type, rows) => {
  test.each(rows)(
    '$signalingState, making $isMakingOffer, setting $isSettingRemoteAnswerPending: polite $polite, impolite $impolite',
    ({ polite, impolite, ...state }) => {
      expect(decideDescription({ ...state, isPolite: true }, type)).toBe(polite);
      expect(decideDescription({ ...state, isPolite: false }, type)).toBe(impolite);
    },
  );
});
