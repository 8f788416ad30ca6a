import type { SVGProps } from 'react';
import { findPlacement, spriteSheet } from './drawings';

interface Props extends Omit<SVGProps<SVGSVGElement>, 'name'> {
  name: string;
  /** What it shows; none where that stands beside it. */
  alt?: string;
}

/**
 * A drawing of the sheet, in its own ratio. Not an `<img>` of `sheet.svg#name`: for each of nineteen,
 * whenever they are painted, the browser laid the whole sheet out anew, which was more than all else on
 * a slow phone.
 */
export function Drawing({ name, alt, ...attributes }: Props) {
  const { top, width, height } = findPlacement(name);
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: named below, or hidden.
    <svg
      {...attributes}
      viewBox={`0 ${top} ${width} ${height}`}
      {...(alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true })}
    >
      <image href={`/${spriteSheet.file}`} width={spriteSheet.width} height={spriteSheet.height} />
    </svg>
  );
}
