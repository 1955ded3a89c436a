/** @module A registered device in the first cell of its row. */

import { Link } from '@tanstack/react-router';

/** Which device. */
export interface DeviceLinkProps {
  readonly productId: string;
  readonly deviceId: string;
}

/** Its id, linked to its screen. */
export function DeviceLink({ productId, deviceId }: DeviceLinkProps) {
  return (
    <Link
      className="lw-row-link"
      to="/service/products/$productId/devices/$deviceId"
      params={{ productId, deviceId }}
    >
      {deviceId}
    </Link>
  );
}
