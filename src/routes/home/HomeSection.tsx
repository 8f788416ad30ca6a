import { type ReactNode, Suspense } from 'react';
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
    <section className="sec later-sec" id={id} aria-labelledby={`${id}-title`}>
      <div className="wrap">
        <div className="rail" data-hours={hours} aria-hidden="true">
          <i />
        </div>
        <div className="sec-h">
          <h2 id={`${id}-title`}>{title}</h2>
          <p className="lead">{lead}</p>
        </div>
        {/* Suspense boundary: while hydrating, React yields to the browser between boundaries. */}
        <Suspense>{children}</Suspense>
      </div>
    </section>
  );
}
