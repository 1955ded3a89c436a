/** @module One rate of the service, with a chart of the last minutes. */

import { words } from '../../messages/service-messages.ts';
import { sparkPath } from '../../service/spark-path.ts';

const BOX = { width: 240, height: 44 };

/** The current value and the chart. */
export function RateTile({
  name,
  values,
  format,
}: {
  readonly name: string;
  readonly values: readonly (number | undefined)[];
  readonly format: (n: number) => string;
}) {
  const known = values.filter((value) => value !== undefined);
  const last = values.at(-1);
  return (
    <li className="lw-surface lw-rate">
      <p className="lw-rate-number">{last === undefined ? words.none : format(last)}</p>
      <p className="lw-soft">{name}</p>
      <svg
        viewBox={`0 -2 ${BOX.width} ${BOX.height + 4}`}
        preserveAspectRatio="none"
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- redrawn for every value
        role="img"
        aria-label={
          known.length === 0
            ? name
            : words.rates.chart(name, format(Math.min(...known)), format(Math.max(...known)))
        }
      >
        <path d={sparkPath(values, BOX)} />
      </svg>
    </li>
  );
}
