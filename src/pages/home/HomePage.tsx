import { useEffect } from 'react';
import { layOutLater } from '../../ui/later-layout';
import { SiteFrame } from '../frame/SiteFrame';
import { CaseStudiesSection } from './CaseStudiesSection';
import { ContactSection } from './ContactSection';
import { Hero } from './Hero';
import { LogoBand } from './LogoBand';
import { PricingSection } from './PricingSection';
import { TalentSection } from './TalentSection';

/** The home page: what it is, who uses it, who the people are, what changed, what it costs, how to talk. */
export default function HomePage() {
  useEffect(() => layOutLater(document.querySelectorAll<HTMLElement>('.later-sec'), 1), []);

  return (
    <SiteFrame>
      <Hero />
      <LogoBand />
      <TalentSection />
      <CaseStudiesSection />
      <PricingSection />
      <ContactSection />
    </SiteFrame>
  );
}
