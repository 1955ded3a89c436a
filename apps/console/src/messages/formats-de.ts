/** @module Numbers and times in German, for all texts but those of the operator screens, which are loaded by themselves. */

/** Without decimals. */
export const whole = new Intl.NumberFormat('de', { maximumFractionDigits: 0 });
/** With one decimal, unless it is 0. */
export const upToTenths = new Intl.NumberFormat('de', { maximumFractionDigits: 1 });
/** With one decimal. */
export const tenths = new Intl.NumberFormat('de', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
/** Hours and minutes. */
export const clock = new Intl.DateTimeFormat('de', { timeStyle: 'short' });
/** Hours, minutes and seconds. */
export const clockWithSeconds = new Intl.DateTimeFormat('de', { timeStyle: 'medium' });
/** A day of this year. */
export const day = new Intl.DateTimeFormat('de', { month: 'short', day: 'numeric' });
/** A day of any year. */
export const date = new Intl.DateTimeFormat('de', { month: 'short', day: 'numeric', year: 'numeric' });
