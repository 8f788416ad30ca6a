import { type ReactNode, useEffect } from 'react';
import { usePageContent } from '../../content/pages/queries';
import { deferLayout } from '../../ui/deferred-layout';
import { SiteLayout } from '../layout/SiteLayout';
import { CaseStudiesSection } from './CaseStudiesSection';
import { ContactSection } from './ContactSection';
import { Hero } from './Hero';
import type { SectionProps } from './HomeSection';
import { LogoBand } from './LogoBand';
import { PricingSection } from './PricingSection';
import { TalentSection } from './TalentSection';

const components: Record<SectionProps['id'], (props: SectionProps) => ReactNode> = {
  talent: TalentSection,
  'case-studies': CaseStudiesSection,
  pricing: PricingSection,
};

/** The home page. */
export default function HomePage() {
  const { hero, sections, contact } = usePageContent('home');
  useEffect(() => deferLayout(document.querySelectorAll<HTMLElement>('[data-deferred]'), 1), []);

  let start = 0;
  return (
    <SiteLayout>
      <Hero {...hero} />
      {sections.map((section) => {
        if (section.id === 'logos') return <LogoBand key={section.id} {...section} />;
        const Section = components[section.id];
        start += 3;
        return <Section key={section.id} {...section} hours={`${start - 3}-${start}`} />;
      })}
      <ContactSection {...contact} />
    </SiteLayout>
  );
}
