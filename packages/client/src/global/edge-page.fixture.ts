/** @module Test fixture: a page with the globals, connected to the device of a fake world. */
import { createFakeWorld, type FakeWorld } from '@longwire/testing';
import type { EdgeWebrtcConnection } from './edge-connection.ts';
import { edgeGlobals, type EdgeGlobals } from './edge-globals.ts';

/** The lines of the page's console, from all tests. */
export const consoleLines: string[] = [];

const write = (line: string): void => void consoleLines.push(line);

const { EdgeWebrtc } = edgeGlobals({
  console: { warn: write, error: write },
  crypto,
  location: { origin: 'https://page.example' },
});

export const createEdgeWebrtcConnection: EdgeGlobals['EdgeWebrtc']['createEdgeWebrtcConnection'] =
  EdgeWebrtc.createEdgeWebrtcConnection;
export const createEdgeWebrtcIamUtil: EdgeGlobals['EdgeWebrtc']['createEdgeWebrtcIamUtil'] =
  EdgeWebrtc.createEdgeWebrtcIamUtil;
export const NabtoWebrtcError: EdgeGlobals['EdgeWebrtc']['NabtoWebrtcError'] = EdgeWebrtc.NabtoWebrtcError;

/** A fake world and a page's connection in it. */
export interface ConnectedPage {
  readonly world: FakeWorld;
  readonly connection: EdgeWebrtcConnection;
}

/** Connects a page to a prepared device. */
export async function connected(prepare?: FakeWorld['prepare']): Promise<ConnectedPage> {
  const world = await createFakeWorld();
  world.prepare = prepare;
  const connection = createEdgeWebrtcConnection();
  connection.setConnectionOptions(world.options);
  await connection.connect();
  return { world, connection };
}
