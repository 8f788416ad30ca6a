import type { NewItem } from '../../kit/define-collection';
import type { caseStudies } from './contract';

// The pictures of Ironquay (143 and 9) and Dermarie (24, 20 and 4) also depict these figures.
export default [
  {
    clientName: 'Fernhalt',
    industry: 'Beauty & MedSpa',
    imageUrl: '/objects/demo-fernhalt',
    title: 'One front desk lead, four treatment rooms, nobody on hold',
    description:
      'Estheticians were answering the phone between clients. A bilingual front desk lead took over booking, reminders and rebooking from the clinic’s own SOP binder, in eleven days.',
    timeSaved: '22 h',
    costReduction: '28%',
    efficiencyGain: '2.1x',
    testimonialQuote:
      'She read our playbook before she met us, and then sent back six corrections.',
    testimonialAuthor: 'Helene Marsh',
    testimonialRole: 'Owner, 4 locations',
    featured: true,
  },
  {
    clientName: 'Ironquay',
    industry: 'Fitness',
    imageUrl: '/objects/demo-ironquay',
    title: '143 missed calls a week, down to nine',
    description:
      'Two receptionists cover noon to seven, when the coaches are on the floor. Freezes, cancels and trial bookings are handled on the first call.',
    timeSaved: '31 h',
    costReduction: '34%',
    testimonialQuote: 'I stopped calling my own gyms to check whether anyone picks up.',
    testimonialAuthor: 'Dario Okonjo',
    testimonialRole: 'Franchisee, 11 gyms',
  },
  {
    clientName: 'Pocketwell',
    industry: 'Retail',
    title: 'Sixty stores, one weekly payroll file',
    description:
      'An operations manager collects hours from sixty store managers, chases the late ones, and hands payroll one clean file on Monday by ten.',
    timeSaved: '40 h',
    costReduction: '19%',
    efficiencyGain: '3.2x',
  },
  {
    clientName: 'Dermarie',
    industry: 'Healthcare',
    imageUrl: '/objects/demo-dermarie',
    title: '24 late cancels a week, 20 of them filled again',
    description:
      'Patients canceled by voicemail overnight, and five slots in 24 found someone else. Now a bilingual receptionist works the waiting list from eight to noon, and four stay empty.',
    timeSaved: '18 h',
    costReduction: '23%',
    efficiencyGain: '4x',
    testimonialQuote:
      'By noon I know who is coming tomorrow, and so does the nurse who sets up the room.',
    testimonialAuthor: 'Dr. Amara Whitfield',
    testimonialRole: 'Medical director, 5 skin clinics',
  },
] satisfies NewItem<typeof caseStudies>[];
