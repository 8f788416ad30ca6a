/** What search results and shared links show of a page. */
interface PageDescription {
  /** In about 150 characters. */
  description: string;
  /** The picture of a shared link, when it is not the home page's. */
  image?: 'talent';
}

/** By the page's path. Apart from the page table, which every visitor loads: only machines read these. */
export const pageDescriptions: Readonly<Record<string, PageDescription>> = {
  '/': {
    description:
      'Trained, bilingual receptionists, assistants, operations managers and customer support for franchise businesses, onboarded on your SOPs.',
  },
  '/talent': {
    description:
      'Bilingual receptionists, assistants, operations managers and support people who have worked a franchise desk. Filter by role, industry, seniority and tools.',
    image: 'talent',
  },
  '/schedule': {
    description:
      'Pick a time for a 30-minute discovery call: which hours nobody covers at your locations, who could, and what it costs. No account, no commitment.',
  },
  '/privacy': {
    description:
      'What we store when you send an inquiry, why, for how long, who sees it, and how to have it deleted. No tracking without your consent.',
  },
  '/enquiry': {
    description:
      'Tell us about your locations and the hours nobody covers. We answer within 24 hours; no commitment required.',
  },
};
