/** @module The network path as a picture: its nodes and the wire between them. */

import {
  IconDeviceDesktop,
  IconDeviceMobile,
  IconHome,
  IconServer2,
  IconVideo,
  IconWorld,
} from '@tabler/icons-react';
import { Fragment } from 'react';
import type { ConnectionPath } from '@longwire/client';
import { messages } from '../../../messages/messages.ts';
import { protocolOf, pathNodes, type PathNode } from '../../../path/network-path.ts';
import './path-picture.css';

const words = messages.path;

/** The network path, if known. */
export interface PathPictureProps {
  readonly path: ConnectionPath | undefined;
  readonly roundTripMs: number | undefined;
}

/** The picture, with a sentence that says the same. */
export function PathPicture({ path, roundTripMs }: PathPictureProps) {
  const sentence = sentenceOf(path);
  const nodes = pathNodes(path);
  const protocol = protocolOf(path);
  return (
    <section
      className="lw-surface lw-sheet lw-network-path"
      data-testid="path"
      data-path={path?.kind ?? 'unknown'}
    >
      <div className="lw-network-path-row" aria-hidden="true">
        {nodes.map((node, index) => (
          <Fragment key={node}>
            {index > 0 && (
              <div
                className={
                  path === undefined
                    ? 'lw-network-path-wire lw-network-path-wire-open'
                    : 'lw-network-path-wire'
                }
              >
                {index === 1 && protocol !== undefined && <span>{protocol}</span>}
              </div>
            )}
            <div className={`lw-network-path-node lw-network-path-${node}`}>
              <span className="lw-network-path-icon">
                <NodeIcon node={node} />
              </span>
              <span className="lw-network-path-name">{words.node[node]}</span>
            </div>
          </Fragment>
        ))}
      </div>
      <p className="lw-network-path-sentence" data-testid="path-sentence">
        {sentence}
        {roundTripMs !== undefined && (
          <span className="lw-soft">
            {words.traffic.roundTrip}: {words.ms(roundTripMs)}
          </span>
        )}
      </p>
    </section>
  );
}

function NodeIcon({ node }: { readonly node: PathNode }) {
  const Browser = window.matchMedia('(pointer: coarse)').matches ? IconDeviceMobile : IconDeviceDesktop;
  const Icon = {
    browser: Browser,
    network: IconHome,
    internet: IconWorld,
    relay: IconServer2,
    deviceRelay: IconServer2,
    device: IconVideo,
  }[node];
  return <Icon size={26} stroke={1.6} />;
}

function sentenceOf(path: ConnectionPath | undefined): string {
  if (path === undefined) return words.wayUnknown;
  const protocol = protocolOf(path);
  const way = words.way[path.kind];
  return protocol === undefined ? words.wayPlain(way) : words.wayOver(way, protocol);
}
