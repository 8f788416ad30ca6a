import { useEffect } from 'react';
import { deferLayout } from '../../ui/deferred-layout';
import { SiteLayout } from '../layout/SiteLayout';
import { CaseStudiesSection } from './CaseStudiesSection';
import { ContactSection } from './ContactSection';
import { Hero } from './Hero';
import { LogoBand } from './LogoBand';
import { PricingSection } from './PricingSection';
import { TalentSection } from './TalentSection';

/** The home page. */
export default function HomePage() {
  useEffect(() => deferLayout(document.querySelectorAll<HTMLElement>('[data-deferred]'), 1), []);

  return (
    <SiteLayout>
      <Hero />
      <LogoBand />
      <TalentSection />
      <CaseStudiesSection />
      <PricingSection />
      <ContactSection />
    </SiteLayout>
  );
}
