/** @module The line of a small chart. */

/** The size of the chart, in its own units. */
export interface SparkBox {
  readonly width: number;
  readonly height: number;
}

/** A path through the values, oldest first, from 0 at the bottom to the maximum at the top; missing values leave gaps. */
export function sparkPath(values: readonly (number | undefined)[], { width, height }: SparkBox): string {
  const highest = Math.max(1, ...values.map((value) => value ?? 0));
  const step = values.length > 1 ? width / (values.length - 1) : 0;
  let isDrawing = false;
  const commands = values.map((value, index) => {
    if (value === undefined) {
      isDrawing = false;
      return '';
    }
    const command = isDrawing ? 'L' : 'M';
    isDrawing = true;
    return `${command}${(index * step).toFixed(1)} ${(height - (value / highest) * height).toFixed(1)}`;
  });
  return commands.join('');
}
