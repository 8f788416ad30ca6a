import { afterNextPaint } from '../lib/browser-timing';
import { findPage } from '../routes/pages';
import { afterFirstPaint } from './after-first-paint';
import { preloadPage } from './page-component';

/** What the page was rendered for: "Back" can lead elsewhere before it is live. */
const { pathname, search } = location;

/**
 * Loads what makes the page live. The page can be read and its forms work without: on a slow line the
 * first paint came 0.4 s later with these bytes on the way beside its own.
 */
async function startHydration(): Promise<void> {
  const [{ hydrate }] = await Promise.all([import('./hydrate'), preloadPage(findPage(pathname))]);
  // A task of its own: reading the code was one already, and what it was read for is on the screen first.
  await afterNextPaint();
  hydrate(pathname, search);
}

afterFirstPaint(startHydration);
