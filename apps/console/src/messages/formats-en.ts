/** @module Numbers and times in English, for all texts but those of the operator screens, which are loaded by themselves. */

/** Without decimals. */
export const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
/** With one decimal, unless it is 0. */
export const upToTenths = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
/** With one decimal. */
export const tenths = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
/** Hours and minutes. */
export const clock = new Intl.DateTimeFormat('en', { timeStyle: 'short', hourCycle: 'h23' });
/** Hours, minutes and seconds. */
export const clockWithSeconds = new Intl.DateTimeFormat('en', { timeStyle: 'medium', hourCycle: 'h23' });
/** A day of this year. */
export const day = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric' });
/** A day of any year. */
export const date = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', year: 'numeric' });
