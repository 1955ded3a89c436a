/** @module The header of a narrow screen. */

import { BackButton, type BackButtonProps } from '../ui/back-button.tsx';
import './screen-head.css';

/** The way back, then the title. */
export function ScreenHead({ title, ...back }: BackButtonProps & { readonly title: string }) {
  return (
    <header className="lw-screen-head">
      <BackButton {...back} />
      <h1>{title}</h1>
    </header>
  );
}
