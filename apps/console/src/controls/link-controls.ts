/** @module Reads the controls from links (RFC 6690) whose interface says how they are used, and finds the Thing Description among them. */

import { linkAttribute, parseLinkFormat, pathOfTarget, type Link } from '@longwire/client/link-format';
import { labelOf, type ValueControl } from './control.ts';

/** Read alone: sensors and read-only parameters (draft-ietf-core-interfaces-14), and the sensor of RFC 6690's own examples. */
const READ_INTERFACES = ['core.s', 'core.rp', 'sensor'];

/** Read and changed: parameters and actuators. */
const ACTUATOR = 'core.a';
const WRITE_INTERFACES = ['core.p', ACTUATOR];

/** The resource type of a Thing Description (W3C WoT Discovery). */
const THING = 'wot.thing';

/** The resource type of a list of events (docs/protocol/events.md). */
const EVENTS = 'longwire.events';

/** What a list of links has for people. */
export interface LinkedControls {
  readonly controls: readonly ValueControl[];
  /** The path of the device's Thing Description. */
  readonly thing: string | undefined;
  /** The path of the device's list of events. */
  readonly events: string | undefined;
}

/** Reads a list of links; undefined if it is none. */
export function readLinks(text: string): LinkedControls | undefined {
  const links = parseLinkFormat(text);
  if (!links.ok) return undefined;
  const pathOf = (type: string): string | undefined => {
    const link = links.value.find((each) => wordsOf(each, 'rt').includes(type));
    return link === undefined ? undefined : pathOfTarget(link.target);
  };
  return {
    controls: links.value.map(controlOf).filter((control) => control !== undefined),
    thing: pathOf(THING),
    events: pathOf(EVENTS),
  };
}

function controlOf(link: Link): ValueControl | undefined {
  const path = pathOfTarget(link.target);
  const interfaces = wordsOf(link, 'if');
  const isWritable = WRITE_INTERFACES.some((name) => interfaces.includes(name));
  const isReadable = isWritable || READ_INTERFACES.some((name) => interfaces.includes(name));
  // A pattern is no resource until its names have values.
  if (path === undefined || !isReadable || linkAttribute(link, 'pattern') !== undefined) return undefined;
  return {
    type: 'value',
    path,
    title: labelOf(linkAttribute(link, 'title')) ?? labelOf(path) ?? path,
    description: undefined,
    shape: { kind: 'unknown', isActuator: interfaces.includes(ACTUATOR) },
    isReadable,
    isWritable,
    isObservable: linkAttribute(link, 'obs') !== undefined,
  };
}

function wordsOf(link: Link, name: string): readonly string[] {
  return (linkAttribute(link, name) ?? '').split(' ');
}
