/** @module Units of SenML (RFC 8428 section 12.1) as people write them. */

/** Units that `Intl` writes in each language. */
const INTL_UNITS: ReadonlyMap<string, string> = new Map([
  ['Cel', 'celsius'],
  ['m', 'meter'],
  ['kg', 'kilogram'],
  ['g', 'gram'],
  ['s', 'second'],
  ['l', 'liter'],
  ['L', 'liter'],
  ['m/s', 'meter-per-second'],
  ['B', 'byte'],
  ['bit', 'bit'],
  ['deg', 'degree'],
  ['min', 'minute'],
  ['h', 'hour'],
]);

/** Units whose SenML name differs from how they are written. */
const WRITTEN_UNITS: ReadonlyMap<string, string> = new Map([
  ['%RH', '%'],
  ['%EL', '%'],
  ['Ohm', 'Ω'],
  ['m2', 'm²'],
  ['m3', 'm³'],
  ['m/s2', 'm/s²'],
  ['m3/s', 'm³/s'],
  ['W/m2', 'W/m²'],
  ['cd/m2', 'cd/m²'],
  ['degC', '°C'],
  ['beat/min', 'bpm'],
]);

/** Most decimals that are shown, of a number from 10 and of a smaller one. Reason: a sensor's are noise beyond them. */
const MAX_DECIMALS = { large: 1, small: 2 };

/** A number with its unit, in a language. */
export function formatNumber(value: number, unit: string | undefined, language: string): string {
  const options = { maximumFractionDigits: Math.abs(value) >= 10 ? MAX_DECIMALS.large : MAX_DECIMALS.small };
  const known = INTL_UNITS.get(unit ?? '');
  if (known !== undefined)
    return new Intl.NumberFormat(language, { ...options, style: 'unit', unit: known }).format(value);
  const number = new Intl.NumberFormat(language, options).format(value);
  if (unit === undefined || unit === '/') return number;
  return `${number} ${WRITTEN_UNITS.get(unit) ?? unit}`;
}
