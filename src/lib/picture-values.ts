/** How a picture is shown: filling its frame, or standing on the color behind it. */
export const pictureStyles = ['photo', 'cutout'] as const;

export type PictureStyle = (typeof pictureStyles)[number];

/** The color of a logo, from which the ground that it needs follows. Boxed: it has its own. */
export const logoTones = ['dark', 'light', 'color', 'boxed'] as const;

export type LogoTone = (typeof logoTones)[number];

/** The height of a case study's logo on the page, in CSS pixels. */
export const logoHeightPx = 32;

/** How much a photograph is brightened, in percent. In steps of 10. */
export const exposureLimits = { min: 90, usual: 100, max: 160 } as const;

/**
 * The allowed URLs of a picture: a path of this site, or https. Nothing else is safe in `src`:
 * `javascript:` and `data:` run or contain foreign content, `//` and a backslash lead to other sites.
 */
const pictureUrlPattern = /^(?:\/(?!\/)|https:\/\/[^/?#@\\\s])[^\\\s]*$/i;

/** Returns whether a picture may be loaded from a URL. */
export const isPictureUrl = (text: string): boolean => pictureUrlPattern.test(text);

/**
 * `"X% Y%"`, the focal point as in CSS `object-position`, or `"X% Y% / H%"`, which says how much of the
 * picture's height the face takes from hair to chin. In steps of five.
 */
export const focusPattern = /^(?:100|[1-9]?[05])% (?:100|[1-9]?[05])%(?: \/ (?:100|[1-9][05])%)?$/;
