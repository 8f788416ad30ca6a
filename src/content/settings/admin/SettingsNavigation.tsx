import { useEffect, useState } from 'react';
import { formatCount } from '../../../lib/format-number';
import { ChevronDown } from '../../../ui/icons/desk-icons';
import * as styles from './SettingsNavigation.module.css';

interface SectionLink {
  id: string;
  title: string;
  /** Number of its fields with an error. */
  errors: number;
}

/** Returns the section that crosses a line slightly above the middle of the viewport. */
function useCurrentSection(first: string): string {
  const [current, setCurrent] = useState(first);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) if (isIntersecting) setCurrent(target.id);
      },
      { rootMargin: '-40% 0px -60% 0px' },
    );
    for (const section of document.querySelectorAll('[data-settings-section]')) {
      observer.observe(section);
    }
    return () => observer.disconnect();
  }, []);
  return current;
}

/** Scrolls to a section and moves the focus there. */
function openSection(id: string): void {
  document.getElementById(id)?.scrollIntoView();
  document.getElementById(`${id}-title`)?.focus({ preventScroll: true });
}

/** The sections of the settings: a list at the left, on narrow screens behind a sticky button. */
export function SettingsNavigation({ sections }: { sections: readonly SectionLink[] }) {
  const current = useCurrentSection(sections[0]?.id ?? '');
  const [isOpen, setIsOpen] = useState(false);
  const index = Math.max(
    0,
    sections.findIndex(({ id }) => id === current),
  );

  // The URL may name a section.
  useEffect(() => {
    const id = location.hash.slice(1);
    if (id) openSection(id);
  }, []);

  return (
    <div className={styles.navigation} data-open={isOpen || undefined}>
      <button
        type="button"
        className={styles.picker}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        {sections[index]?.title}
        {sections.length > 0 && <span>{`${index + 1} of ${sections.length}`}</span>}
        <ChevronDown />
      </button>
      <nav aria-label="Settings">
        {sections.map(({ id, title, errors }) => (
          <a
            key={id}
            href={`#${id}`}
            aria-current={id === current ? 'true' : undefined}
            onClick={(event) => {
              // A new history entry would ask about unsaved changes.
              event.preventDefault();
              setIsOpen(false);
              openSection(id);
            }}
          >
            {title}
            {errors > 0 && (
              <span className={styles.errorCount}>{formatCount(errors, 'error')}</span>
            )}
          </a>
        ))}
      </nav>
    </div>
  );
}
