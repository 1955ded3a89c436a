/** @module All users of the device, each with a button that removes it. */
import { useRequest, useUsers } from '@longwire/react';

export function Users() {
  const { state, refresh } = useUsers();
  const { state: removal, send } = useRequest();
  const remove = async (username: string) => {
    if (!confirm(`Remove ${username} from the device?`)) return;
    await send({ method: 'DELETE', path: `/iam/users/${username}` });
    refresh();
  };
  if (state.kind === 'waiting') return <p>…</p>;
  return (
    <>
      <ul>
        {state.value?.map(({ Username, Role }) => (
          <li key={Username}>
            {Username}, {Role} <button onClick={() => void remove(Username)}>Remove {Username}</button>
          </li>
        ))}
      </ul>
      {state.kind === 'failed' && <p role="alert">{state.error.code}</p>}
      {removal.kind === 'answered' && removal.answer.statusCode >= 400 && (
        <p role="alert">Not removed: {removal.answer.statusCode}</p>
      )}
      {removal.kind === 'failed' && <p role="alert">The removal was not answered: {removal.error.code}</p>}
    </>
  );
}
