import { industryLabels, leadIndustries } from '../../leads/inquiry/lead-form-options';
import { industryFilters } from '../collections/talents/talent-options';
import { movableSections, type PageBlocks } from './contract';

/** The standard titles and descriptions are those of the pages themselves. */
const noSeo = { title: null, description: null, sharePicture: null };

/** Default content of each block. */
export const defaultBlocks: PageBlocks = {
  home: {
    sections: { order: [...movableSections], hidden: [] },
    hero: {
      line1: 'Every open hour,',
      line2: 'covered.',
      text: 'Trained, bilingual receptionists, assistants, operations managers and customer support for franchise businesses. They learn your SOPs before their first shift; a dedicated project manager runs the onboarding.',
      firstButton: { label: 'Book Discovery Call', opens: 'call' },
      secondButton: { label: 'Browse Talent', opens: 'talent' },
      dayStart: 8,
      dayEnd: 20,
      schedule: 'people',
      shifts: [],
    },
    logos: { title: 'Trusted By Leading Franchise Brands', items: [] },
    talent: {
      title: 'Meet who picks up the phone',
      intro:
        'Each one has worked a franchise desk before. The yellow bar is their years in the trade.',
    },
    caseStudies: {
      title: 'What changed, counted',
      intro: 'Hours a week and cost, measured by the client: the month before against month three.',
    },
    pricing: {
      title: 'Onboarding Packages',
      intro: 'Paid once. Onboarding starts within 48 hours of payment.',
    },
    contact: {
      title: 'Show us your schedule. We’ll fill the gaps.',
      text: 'Thirty minutes: your locations, your open hours, the desk that hurts most. You leave with names and a price.',
      callLabel: 'Schedule a Call',
      inquiryLabel: 'Contact Us',
      note: 'Typically responds within 24 hours • No commitment required',
    },
    announcement: { text: null, link: null, isShown: false },
    footer: {
      text: 'Trained, bilingual operational talent for franchise businesses. Onboarded on your SOPs, run by a dedicated project manager.',
      industries: ['Beauty & MedSpa', 'Fitness centers', 'Retail chains', 'Franchise networks'],
      callText: '30 minutes, your schedule on the table, no commitment.',
      callLabel: 'Book a Discovery Call →',
    },
    inquiry: { industries: leadIndustries.map((value) => industryLabels[value] ?? value) },
    seo: noSeo,
  },
  talent: {
    header: {
      title: 'Find the person for your desk',
      intro:
        'Every profile here is trained, bilingual and has worked a franchise desk. Shortlist a few and ask about them together.',
    },
    filters: { industries: [...industryFilters] },
    seo: noSeo,
  },
  privacy: {
    text: {
      title: 'Privacy',
      intro:
        'What we store when you write to us, why, for how long, who sees it, and how to have it deleted.',
      markdown: null,
    },
    seo: noSeo,
  },
};
