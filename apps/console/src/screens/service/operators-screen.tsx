/** @module The operators of the service: your account, the others, API keys, and the registry backup. */

import { words } from '../../messages/service-messages.ts';
import { useTitle } from '../use-title.ts';
import { RegistryBackupSection } from './registry-backup-section.tsx';
import { KeysSection } from './keys-section.tsx';
import { useMay } from './operator-context.tsx';
import { OperatorsSection } from './operators-section.tsx';
import { AccountSection } from './account-section.tsx';

/** Your account is always visible; the rest is for admins. */
export function OperatorsScreen() {
  useTitle(words.operators);
  const isAdmin = useMay('admin');
  return (
    <div className="lw-service-parts">
      <h1 className="lw-hidden">{words.operators}</h1>
      <AccountSection />
      {isAdmin ? (
        <>
          <OperatorsSection />
          <KeysSection />
          <RegistryBackupSection />
        </>
      ) : (
        <p className="lw-soft lw-note">{words.adminsOnly}</p>
      )}
    </div>
  );
}
