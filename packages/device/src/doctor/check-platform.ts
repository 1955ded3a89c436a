/** @module Checks whether the machine can run a device at all. */
import { arch, platform } from 'node:process';
import { bad, checkNode, good, warning, type Verdict } from '@longwire/protocol';
import { reasonOf } from '../log/reason-of.ts';

/** Checks whether the operating system is a tested one. */
export function checkSystem(name: string, machine: string): Verdict {
  if (name === 'linux') return good('system', `${name} ${machine}`);
  return warning('system', `${name} ${machine} is not Linux`, 'a device may run here, but this is untested');
}

/** Whether the library for peer connections loads. */
export async function checkWebRtc(
  load: () => Promise<unknown> = () => import('node-datachannel'),
): Promise<Verdict> {
  try {
    await load();
    return good('webrtc', 'node-datachannel loads');
  } catch (error) {
    const [words] = reasonOf(error).split('\n');
    return bad(
      'webrtc',
      `node-datachannel does not load: ${words}`,
      'install again with npm on this machine; some systems have no prebuilt binary',
    );
  }
}

/** Checks Node, the system and the library. */
export async function checkPlatform(): Promise<readonly Verdict[]> {
  return [checkNode(process.versions.node), checkSystem(platform, arch), await checkWebRtc()];
}
