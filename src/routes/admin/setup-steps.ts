import { minPeople, type SetupState, type SetupStep } from '../../content/setup';
import { formatCount } from '../../lib/format-number';
import type { useSite } from '../../lib/site';
import { settingsPath } from '../page';
import { buildTabUrl } from './admin-tabs';

interface StepContent {
  title: string;
  /** About how long it takes. */
  minutes: number;
  /** Text of the step: done, or to do. */
  describe: (setup: SetupState, site: ReturnType<typeof useSite>) => string;
  /** Where it is done; other steps are buttons. */
  href?: string;
  /** The link's or the button's text. */
  action: string;
}

/** The texts of the steps, and where they are done. */
export const steps: Record<SetupStep, StepContent> = {
  contact: {
    title: 'Name and contact',
    minutes: 2,
    describe: ({ done }, { name, phone, supportEmail }) =>
      done.includes('contact')
        ? `${name}, ${phone ?? supportEmail}`
        : 'Your name, and a phone number or an email address',
    href: `${settingsPath}#contact`,
    action: 'Enter them',
  },
  logo: {
    title: 'Your logo',
    minutes: 2,
    describe: () => 'Shown in the header and the footer',
    href: `${settingsPath}#business`,
    action: 'Upload it',
  },
  people: {
    title: 'Your first three people',
    minutes: 6,
    describe: ({ people }) =>
      people >= minPeople
        ? `${people} added`
        : `${people} of ${minPeople} added. A photograph and a title are enough for a draft.`,
    href: buildTabUrl('talents'),
    action: 'Add people',
  },
  packages: {
    title: 'Packages and prices',
    minutes: 4,
    describe: ({ packageNames }) =>
      packageNames.length > 0 ? packageNames.join(', ') : 'What someone can choose, and its price',
    href: buildTabUrl('packages'),
    action: 'Add a package',
  },
  hours: {
    title: 'Availability for calls',
    minutes: 2,
    describe: ({ done }) =>
      done.includes('hours')
        ? 'Visitors book calls at times that suit you'
        : 'Now Monday to Friday, 9 am to 5 pm. Save it once to confirm.',
    href: buildTabUrl('hours'),
    action: 'Set the times',
  },
  'test-email': {
    title: 'A test email',
    minutes: 2,
    describe: () => 'So that you know new leads reach you',
    action: 'Send a test email',
  },
  demo: {
    title: 'Remove demo content',
    minutes: 1,
    describe: ({ demoItems }) =>
      demoItems === 0
        ? 'None is on the site'
        : `${formatCount(demoItems, 'demo item is', 'demo items are')} still on the site`,
    action: 'Remove all demo content',
  },
  words: {
    title: 'Review the text on your pages',
    minutes: 5,
    describe: ({ claims }) =>
      claims.length === 0
        ? 'They are your own'
        : 'The standard texts make promises in your name. Keep what is true, and change the rest.',
    action: 'Read them',
  },
  check: {
    title: 'Check before opening',
    minutes: 1,
    describe: () => 'Whether everything that the site needs works',
    action: 'Check now',
  },
};
