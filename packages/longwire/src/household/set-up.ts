/** @module Sets up a household: the settings of the service, and the device with its first administrator. */
import { exists, initDevice, readConfig, type InitResult, type NewCamera } from '@longwire/device/cli';
import { deviceServiceUrl } from './addresses.ts';
import type { HouseholdFiles } from './household-files.ts';
import { idOf } from './names.ts';
import { writeServiceSettings, type ServiceSettings } from './service-settings.ts';

/** How far a folder is set up: not at all; with its settings, but without users; completely. */
export type SetUpStage = 'empty' | 'settings' | 'complete';

/** A household to set up. */
export interface NewHousehold {
  readonly name: string;
  readonly cameras: readonly NewCamera[];
  readonly service: ServiceSettings;
}

/** The product of a household's only device. */
const PRODUCT_ID = 'home';

/** How far a folder is set up. */
export async function setUpStage({ state, config }: HouseholdFiles): Promise<SetUpStage> {
  if (await exists(state)) return 'complete';
  return (await exists(config)) ? 'settings' : 'empty';
}

/** Sets it up; the users are written last, so a folder that has them is complete. @throws EdgeError ERR_CONFIG, ERR_IN_USE */
export async function setUp(
  files: HouseholdFiles,
  { name, cameras, service }: NewHousehold,
): Promise<InitResult> {
  await writeServiceSettings(files, service);
  return await initDevice({
    directory: files.directory,
    productId: PRODUCT_ID,
    deviceId: idOf(name, PRODUCT_ID),
    service: deviceServiceUrl(service),
    name,
    cameras,
  });
}

/** Continues where an earlier start ended, or where the users were lost: settings and cameras stay. */
export async function continueSetUp(files: HouseholdFiles, name: string): Promise<InitResult> {
  const { productId, deviceId, service, console } = await readConfig(files.config);
  const place = { productId, deviceId, service, ...(console === undefined ? {} : { console }) };
  return await initDevice({ directory: files.directory, ...place, name });
}
