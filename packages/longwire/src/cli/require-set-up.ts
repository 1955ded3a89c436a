/** @module Commands on a household need one that is set up. */
import { becomeOwner } from '@longwire/device/cli';
import { EdgeError } from '@longwire/protocol';
import type { HouseholdFiles } from '../household/household-files.ts';
import { setUpStage } from '../household/set-up.ts';

/** Continues as the owner of a household that is set up. @throws EdgeError ERR_CONFIG */
export async function requireSetUp(files: HouseholdFiles): Promise<HouseholdFiles> {
  await becomeOwner(files.directory);
  if ((await setUpStage(files)) === 'complete') return files;
  throw new EdgeError('ERR_CONFIG', `nothing is set up in ${files.directory}: run longwire up`);
}
