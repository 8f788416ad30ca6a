import { exposureLimits, type LogoTone } from '../../lib/picture-values';

/** Pixels of a picture, reduced to at most `sampleSizePx` on each side. */
export interface Sample {
  data: Buffer;
  /** Bytes per pixel, of which the last is the opacity. Two: without colors. */
  channels: number;
}

/** Enough to see colors and brightness, and quick to go through. */
export const sampleSizePx = 96;

/** The part of a logo's area from which it has its own ground. Its corners may be round. */
const minBoxedPart = 0.95;

/** The part of a logo's ink that must be light, so that it needs a dark ground. */
const minLightPart = 0.5;

/** Luminance from which ink has a contrast of less than 2 with paper. */
const minLightLuminance = 0.45;

/** The part of a logo's ink from which it counts as colored. */
const minColorPart = 0.1;

/** Difference of the strongest and the weakest channel, of 255, from which a pixel is colored. */
const minChroma = 48;

/** The brightness, of 255, that the brightest twentieth of a well-exposed photograph has. */
const usualHighlight = 210;

/** The brightness that three quarters of a photograph only exceed when it is overexposed. */
const maxUsualShadow = 150;

function* readPixels({ data, channels }: Sample) {
  for (let at = 0; at < data.length; at += channels) {
    const [red = 0, green = 0, blue = 0] =
      channels < 3 ? Array<number>(3).fill(data[at] ?? 0) : data.subarray(at, at + 3);
    yield { red, green, blue, alpha: data[at + channels - 1] ?? 255 };
  }
}

/** Converts an sRGB channel to linear light. */
function toLinear(channel: number): number {
  const part = channel / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}

/** Reads the color of a logo. Its pixels count as much as they are opaque. */
export function measureTone(sample: Sample): LogoTone {
  let [ink, light, colored, pixels] = [0, 0, 0, 0];
  for (const { red, green, blue, alpha } of readPixels(sample)) {
    pixels += 1;
    ink += alpha;
    const luminance = 0.2126 * toLinear(red) + 0.7152 * toLinear(green) + 0.0722 * toLinear(blue);
    if (luminance > minLightLuminance) light += alpha;
    if (Math.max(red, green, blue) - Math.min(red, green, blue) > minChroma) colored += alpha;
  }
  if (ink > minBoxedPart * 255 * pixels) return 'boxed';
  if (light > minLightPart * ink) return 'light';
  return colored > minColorPart * ink ? 'color' : 'dark';
}

/**
 * Measures how much a photograph is to be brightened, in percent. What is bright in a dark
 * photograph tells its exposure; a white wall behind a person doesn't.
 */
export function measureExposure(sample: Sample): number {
  const brightness = [...readPixels(sample)]
    .map(({ red, green, blue }) => 0.2126 * red + 0.7152 * green + 0.0722 * blue)
    .sort((a, b) => a - b);
  const getQuantile = (part: number) => brightness[Math.floor(brightness.length * part)] ?? 255;
  const { min, usual, max } = exposureLimits;
  if (getQuantile(0.25) > maxUsualShadow) return min;
  const wanted = Math.sqrt(usualHighlight / Math.max(1, getQuantile(0.95)));
  return Math.min(max, Math.max(usual, Math.round(10 * wanted) * 10));
}
