/** @module A directory of connections with fixed content. */
import type { LiveDevice, LiveDirectory, LiveSession } from '@longwire/cluster';

/** A directory of connections with fixed content. */
export class FakeLive implements LiveDirectory {
  devices: LiveDevice[] = [];
  sessions: LiveSession[] = [];
  missing: string[] = [];
  readonly ended: [string, number][] = [];

  async list(): ReturnType<LiveDirectory['list']> {
    return { devices: this.devices, sessions: this.sessions, missing: this.missing };
  }

  async endSession(id: string, code: number): Promise<boolean> {
    this.ended.push([id, code]);
    return this.sessions.some((session) => session.id === id);
  }
}
