import { type ReactNode, Suspense } from 'react';
import * as layoutStyles from '../../ui/layout.module.css';
import * as sectionStyles from '../../ui/section.module.css';
import * as textStyles from '../../ui/text.module.css';
import './HomeSection.css';

interface Props {
  id: string;
  /** The section's range on the twelve-hour rail. */
  hours: '0-3' | '3-6' | '6-9';
  title: string;
  lead: string;
  children: ReactNode;
}

/** A section of the home page: rail, heading, lead and content. */
export function HomeSection({ id, hours, title, lead, children }: Props) {
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
          <p className={textStyles.lead}>{lead}</p>
        </div>
        {/* Suspense boundary: while hydrating, React yields to the browser between boundaries. */}
        <Suspense>{children}</Suspense>
      </div>
    </section>
  );
}
