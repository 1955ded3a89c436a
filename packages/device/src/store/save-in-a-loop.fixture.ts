/** @module For a test: saves states one after the other until it is killed, and tells each that was saved. */
import { openStateFile } from './state-file.ts';

const store = openStateFile(process.argv[2] ?? '');
for (let next = Number(store.state.friendlyName) + 1; ; next += 1) {
  await store.save({ ...store.state, friendlyName: String(next) });
  process.stdout.write(`${next}\n`);
}
