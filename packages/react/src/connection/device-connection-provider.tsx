/** @module Gives the hooks below it one device connection. */

import { EdgeError } from '@longwire/client';
import { createContext, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import type { JSX, ReactNode } from 'react';
import { RequesterContext } from '../request/requester.ts';
import type { DeviceHandle } from './device-handle.ts';
import { HandleLease } from './handle-lease.ts';

const HandleContext = createContext<DeviceHandle | undefined>(undefined);

/** Either a handle that the application opens and closes itself, or how to make one that the provider opens and closes. */
export type DeviceConnectionProviderProps = { readonly children?: ReactNode } & (
  | { readonly handle: DeviceHandle }
  | {
      /** Names the device: when it changes, the connection moves to the new one. */
      readonly deviceKey: string;
      readonly createHandle: () => DeviceHandle;
      readonly onConnectError?: (error: unknown) => void;
    }
);

/** Gives the hooks below it one device connection. StrictMode's double mount opens one. */
export function DeviceConnectionProvider(props: DeviceConnectionProviderProps): JSX.Element {
  if ('handle' in props) {
    return <Handle handle={props.handle}>{props.children}</Handle>;
  }
  const { deviceKey, ...rest } = props;
  return <LeasedProvider key={deviceKey} {...rest} />;
}

interface LeasedProviderProps {
  readonly children?: ReactNode;
  readonly createHandle: () => DeviceHandle;
  readonly onConnectError?: (error: unknown) => void;
}

function LeasedProvider({ children, createHandle, onConnectError }: LeasedProviderProps): JSX.Element {
  const [lease] = useState(
    () => new HandleLease({ createHandle, ...(onConnectError === undefined ? {} : { onConnectError }) }),
  );
  const handle = useSyncExternalStore(lease.subscribe, lease.snapshot, lease.snapshot);
  useEffect(() => lease.hold(), [lease]);
  return <Handle handle={handle}>{children}</Handle>;
}

function Handle({
  handle,
  children,
}: {
  readonly handle: DeviceHandle;
  readonly children: ReactNode;
}): JSX.Element {
  return (
    <HandleContext.Provider value={handle}>
      <RequesterContext.Provider value={handle.connection}>{children}</RequesterContext.Provider>
    </HandleContext.Provider>
  );
}

/** The handle of the nearest provider. @throws EdgeError ERR_STATE where there is none. */
export function useDeviceHandle(): DeviceHandle {
  const handle = useContext(HandleContext);
  if (handle === undefined)
    throw new EdgeError('ERR_STATE', 'a DeviceConnectionProvider is expected above this component');
  return handle;
}
