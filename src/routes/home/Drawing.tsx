import type { SVGProps } from 'react';
import { spriteSheet } from '../../content/pages/sprite-sheet';

interface Props extends SVGProps<SVGSVGElement> {
  viewBox: string;
  /** Alt text; none if the text beside it says the same. */
  alt?: string;
}

/**
 * A drawing from the sprite sheet: the sheet as an SVG `<image>`, cropped by the view box. With
 * `<img src="sheet.svg#name">` the browser laid out the whole sheet for each of nineteen drawings
 * at every paint, which cost more than all other work on a slow phone.
 */
export function Drawing({ alt, ...attributes }: Props) {
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: named below, or hidden.
    <svg {...attributes} {...(alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true })}>
      <image href={`/${spriteSheet.file}`} width={spriteSheet.width} height={spriteSheet.height} />
    </svg>
  );
}
