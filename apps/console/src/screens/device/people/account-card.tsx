/** @module The user of this browser on the device. */

import { Button } from '@mantine/core';
import { messages } from '../../../messages/messages.ts';
import { displayNameProblem } from '../../../people/field-check.ts';
import { callOf } from '../../../people/person.ts';
import { accessText } from '../../../ui/access-text.ts';
import { useLiveDevice } from '../device-context.tsx';
import { IdentityNoteText } from '../identity-note-text.tsx';
import { PasswordSetting } from './password-setting.tsx';
import { ReadingNote } from './reading-note.tsx';
import { usePeople } from './people-context.tsx';
import { TextSetting } from './text-setting.tsx';

const words = messages.people;

/** This browser's user, with the settings that all users may change for themselves. */
export function AccountCard() {
  const { device, iam, self, session, state } = usePeople();
  const { state: live } = useLiveDevice();
  return (
    <section className="lw-surface lw-people-card" aria-labelledby="lw-people-you" data-testid="you">
      <h2 id="lw-people-you">{words.youTitle}</h2>
      {self === undefined ? (
        <>
          {state.me.kind === 'value' ? (
            <p className="lw-soft">{live.isBound ? words.unrecognized : words.unconfirmed}</p>
          ) : (
            <ReadingNote reading={state.me} missing={words.noRecord} />
          )}
          {state.me.kind !== 'waiting' && (
            <div className="lw-actions">
              <Button
                variant="default"
                onClick={() => (live.isBound ? session.changeUser() : session.askLogin())}
              >
                {messages.me.login}
              </Button>
            </div>
          )}
        </>
      ) : (
        <>
          <p className="lw-account-line">
            <strong>{callOf(self)}</strong>
            <span className="lw-soft">{self.role ?? words.noRole}</span>
            {self.accessEnd && <span className="lw-soft">{accessText(self.accessEnd)}</span>}
          </p>
          <TextSetting
            label={words.displayName}
            value={self.displayName}
            none={words.noDisplayName}
            check={displayNameProblem}
            save={(name) => iam.setDisplayName(self.username, name === '' ? null : name)}
          />
          <PasswordSetting person={self} />
          <IdentityNoteText deviceKey={device.key} />
        </>
      )}
    </section>
  );
}
