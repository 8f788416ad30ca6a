import type { NewItem } from '../../kit/define-collection';
import type { packages } from './contract';

export default [
  {
    name: 'Light PM',
    price: 300,
    description: 'For one or two locations with SOPs already written.',
    features: [
      'Matching call and two candidates',
      'Onboarding on your existing SOPs',
      'Project manager, first 2 weeks',
      'Weekly written report',
    ],
  },
  {
    name: 'Full PM',
    price: 1000,
    description: 'For operators who want the opening, the training and the handover run for them.',
    features: [
      'Matching call and four candidates',
      'SOPs written or repaired with you',
      'Dedicated project manager, 90 days',
      'Tools set up: booking, phones, inbox',
      'Backup person trained on your desk',
      'Daily notes for 2 weeks, then weekly',
    ],
    isPopular: true,
  },
  {
    name: 'Network',
    description: 'For franchisors who roll one playbook out to every location.',
    features: [
      'Location-by-location schedule',
      'Franchisor reporting',
      'Project manager per region',
    ],
  },
] satisfies NewItem<typeof packages>[];
