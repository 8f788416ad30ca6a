import type { CollectionPath } from '../src/features/collections';

/** A lead with every field filled in. */
export const sampleLead = {
  companyName: 'Halden Skin Studios',
  contactName: 'Olga Brenner',
  email: 'olga@haldenskin.example',
  phone: '+1 555 0100',
  industry: 'Beauty',
  numberOfLocations: 4,
  interestedPackage: 'Full PM',
  message: 'Front desk is alone from 11:30 to 3.\nWe lose bookings.',
};

/** A valid new item for each collection. Fields with a default may be missing. */
export const sampleItems: Record<CollectionPath, Record<string, unknown>> = {
  talents: {
    name: 'Marisol Vega',
    title: 'Front desk lead',
    yearsExperience: 7,
    skills: ['Front desk', 'Spanish & English'],
    role: 'Receptionist',
    industry: ['MedSpa', 'Beauty'],
    toolProficiency: ['Boulevard'],
    seniority: 'Senior',
    status: 'assigned',
    imageUrl: '/pictures/portraits/marisol.svg',
    imageAlt: 'Marisol at the front desk',
    imageFocus: '40% 20%',
    bio: 'Seven years at the desk.\nTwo languages.',
    certifications: ['HIPAA'],
  },
  'case-studies': {
    clientName: 'Fernhalt',
    clientLogo: '/pictures/logos/fernhalt.svg',
    industry: 'Beauty & MedSpa',
    imageUrl: '/objects/demo-fernhalt',
    imageAlt: 'The front desk of a clinic',
    imageFocus: '60% 50%',
    title: 'One front desk lead',
    description: 'Estheticians were answering the phone.',
    timeSaved: '22 h',
    costReduction: '28%',
    efficiencyGain: '2.1x',
    testimonialQuote: 'She read our playbook.',
    testimonialAuthor: 'Helene Marsh',
    testimonialRole: 'Owner',
    featured: true,
  },
  packages: {
    name: 'Full PM',
    price: 1000,
    description: 'Run for you.',
    features: ['Four candidates', 'Daily notes'],
    isPopular: true,
  },
  stats: { icon: 'Users', value: '212', label: 'people trained' },
};
