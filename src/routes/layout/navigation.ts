import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { trimSlashes } from '../../lib/trim-slashes';

/** Links of the header, in order. Those with a section are on the home page. */
export const siteLinks = [
  { label: 'Home', href: '/' },
  { label: 'Cover My Day', href: '/cover' },
  { label: 'Browse Talent', href: '/talent' },
  { label: 'Case Studies', href: '/#case-studies', section: 'case-studies' },
  { label: 'Pricing', href: '/#pricing', section: 'pricing' },
] as const;

export type SiteLink = (typeof siteLinks)[number];

const sections = siteLinks.flatMap((link) => ('section' in link ? [link.section] : []));

/** Returns the home page section in view, if a link points to it. */
function useCurrentSection(pathname: string): string | undefined {
  const [current, setCurrent] = useState<string>();

  useEffect(() => {
    setCurrent(undefined);
    if (pathname !== '/') return;
    // Observes the section that crosses a line slightly above the middle of the viewport.
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          setCurrent((last) => {
            if (isIntersecting) return target.id;
            return last === target.id ? undefined : last;
          });
        }
      },
      { rootMargin: '-40% 0px -60% 0px' },
    );
    for (const id of sections) {
      const section = document.getElementById(id);
      if (section) observer.observe(section);
    }
    return () => observer.disconnect();
  }, [pathname]);

  return current;
}

/** Returns the `aria-current` value of a link. */
export function useCurrentLink(): (link: SiteLink) => 'page' | 'location' | undefined {
  const [location] = useLocation();
  const pathname = trimSlashes(location) || '/';
  const section = useCurrentSection(pathname);
  return (link) => {
    if ('section' in link) return link.section === section ? 'location' : undefined;
    return link.href === pathname && !section ? 'page' : undefined;
  };
}
