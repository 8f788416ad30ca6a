import { type ReactNode, Suspense } from 'react';
import type { SectionContent } from '../../content/pages/public-contract';
import * as layoutStyles from '../../ui/styles/layout.module.css';
import * as sectionStyles from '../../ui/styles/section.module.css';
import * as textStyles from '../../ui/styles/text.module.css';
import './HomeSection.css';

export interface SectionProps extends SectionContent {
  /** The section's range on the twelve-hour rail: "0-3". */
  hours: string;
}

/** A section of the home page: rail, heading, lead and content. */
export function HomeSection({
  id,
  hours,
  title,
  intro,
  children,
}: SectionProps & { children: ReactNode }) {
  return (
    <section
      className={sectionStyles.section}
      id={id}
      data-deferred
      aria-labelledby={`${id}-title`}
    >
      <div className={layoutStyles.container}>
        <div className={sectionStyles.rail} data-hours={hours} aria-hidden="true">
          <i />
        </div>
        <div className={sectionStyles.header}>
          <h2 id={`${id}-title`}>{title}</h2>
          {intro && <p className={textStyles.lead}>{intro}</p>}
        </div>
        {/* Suspense boundary: while hydrating, React yields to the browser between boundaries. */}
        <Suspense>{children}</Suspense>
      </div>
    </section>
  );
}
