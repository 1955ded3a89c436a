/** @module One user: a summary line, which opens into all settings. */

import { Button } from '@mantine/core';
import { useState } from 'react';
import { messages } from '../../../messages/messages.ts';
import { displayNameProblem, usernameProblem } from '../../../people/field-check.ts';
import { inviteAgain, type Invitation } from '../../../people/invite.ts';
import { callOf, initialOf, isLastAdministrator, type Person } from '../../../people/person.ts';
import { focusOnMount } from '../../../ui/focus-on-mount.ts';
import { hasAccessEnded } from '../../../people/access-end.ts';
import { accessText } from '../../../ui/access-text.ts';
import { AccessSetting } from './access-setting.tsx';
import { BrowserList } from './browser-list.tsx';
import { ConfirmButton } from '../../../ui/confirm-button.tsx';
import { InviteLink } from './invite-link.tsx';
import { MoreSettings } from './more-settings.tsx';
import { PasswordSetting } from './password-setting.tsx';
import { usePeople } from './people-context.tsx';
import { ProblemNote } from './problem-note.tsx';
import { RoleSetting } from './role-setting.tsx';
import { TextSetting } from './text-setting.tsx';
import { useChange } from './use-change.ts';
import { useInvitePlace } from './use-invite-place.ts';
import './person-card.css';

const words = messages.people;

/** A user, and whether they were just looked up by name. */
export interface PersonCardProps {
  readonly person: Person;
  readonly isFound: boolean;
}

/** An expandable row; initially open for a user who was looked up. */
export function PersonCard({ person, isFound }: PersonCardProps) {
  const { self } = usePeople();
  const [isOpen, setIsOpen] = useState(isFound);
  const { username, role, browsers, accessEnd } = person;
  return (
    <li className="lw-person" data-testid={`person-${username}`}>
      <details open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary ref={isFound ? focusOnMount : null}>
          <span className="lw-person-mark" aria-hidden="true">
            {initialOf(person)}
          </span>
          <span className="lw-person-name">
            <span>
              {callOf(person)}
              {username === self?.username && <em className="lw-person-you">{words.you}</em>}
            </span>
            <span className="lw-soft">{role ?? words.noRole}</span>
            {accessEnd && (
              <span className={hasAccessEnded(accessEnd) ? 'lw-ended' : 'lw-soft'}>
                {accessText(accessEnd)}
              </span>
            )}
          </span>
          <span className="lw-person-browsers lw-soft">{words.browserCount(browsers.length)}</span>
        </summary>
        {isOpen && <PersonDetails person={person} />}
      </details>
    </li>
  );
}

function PersonDetails({ person }: { readonly person: Person }) {
  const { directory, iam, self, session } = usePeople();
  const { username } = person;
  const isSelf = username === self?.username;
  const rename = async (name: string) => {
    await iam.setUsername(username, name);
    directory.rename(username, name);
    if (isSelf) await session.refreshUser();
  };
  return (
    <div className="lw-person-details">
      {!isSelf && person.accessEnd !== undefined && <AccessSetting person={person} />}
      <TextSetting
        label={words.displayName}
        value={person.displayName}
        none={words.noDisplayName}
        check={displayNameProblem}
        save={(name) => iam.setDisplayName(username, name === '' ? null : name)}
      />
      <TextSetting
        label={words.username}
        value={username}
        none=""
        hint={words.renameHint}
        check={usernameProblem}
        save={rename}
      />
      <PasswordSetting person={person} />
      <RoleSetting person={person} />
      <BrowserList person={person} />
      <MoreSettings person={person} />
      <PersonEnd person={person} />
    </div>
  );
}

function PersonEnd({ person }: { readonly person: Person }) {
  const { directory, iam, isUnlisted, people, self, session } = usePeople();
  const place = useInvitePlace();
  const removal = useChange();
  const invite = useChange();
  const [invitation, setInvitation] = useState<Invitation | 'kept'>();
  const isInvited = invitation !== undefined && invitation !== 'kept';
  const isSelf = person.username === self?.username;
  const remove = async () => {
    const removed = await removal.make(async () => {
      await iam.deleteUser(person.username);
      directory.forget(person.username);
    });
    if (removed !== undefined && isSelf) await session.refreshUser();
  };
  const again = async () => {
    const made = await invite.make(() => inviteAgain(iam, person, place));
    if (made !== undefined) setInvitation(made.value);
  };
  return (
    <>
      {isInvited && <InviteLink invitation={invitation} onDone={() => setInvitation('kept')} />}
      <ProblemNote problem={invite.problem ?? removal.problem} />
      <div className="lw-actions lw-person-end">
        {!isSelf && !isInvited && !hasAccessEnded(person.accessEnd) && (
          <Button
            variant="default"
            ref={invitation === 'kept' ? focusOnMount : null}
            loading={invite.isBusy}
            onClick={() => void again()}
          >
            {words.inviteAgain}
          </Button>
        )}
        <ConfirmButton
          label={words.removeNamed(callOf(person))}
          question={
            !isUnlisted && isLastAdministrator(people, person)
              ? words.removeLastQuestion(callOf(person))
              : isSelf
                ? words.removeSelfQuestion
                : words.removeQuestion(callOf(person))
          }
          confirm={words.removeConfirm}
          isBusy={removal.isBusy}
          onConfirm={() => void remove()}
        />
      </div>
    </>
  );
}
