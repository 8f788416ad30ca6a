import type { WeekSpan } from '../../../lib/time/week-hours';
import type { NewItem } from '../../kit/define-collection';
import type { talents } from './contract';

type NewTalent = NewItem<typeof talents>;

/** Fields that are written as one text. */
interface Texts {
  /** Separated by " · ". */
  skills: string;
  /** Separated by " & ". Usually one of the skills. */
  languages?: string;
  /** Days, with Monday as 1, and times: "1-5 09:00-13:00, 6 10:00-14:00". */
  hours: string;
}

/** The other fields. */
type Details = Omit<NewTalent, 'name' | 'seniority' | 'role' | 'yearsExperience' | keyof Texts> &
  Texts;

function parseHours(text: string): WeekSpan[] {
  return text.split(', ').flatMap((part) => {
    const [days = '', times = ''] = part.split(' ');
    const [first = 1, last = first] = days.split('-').map(Number);
    const [from = '', to = ''] = times.split('-');
    return Array.from({ length: last - first + 1 }, (_, index) => ({
      day: first + index,
      from,
      to,
    }));
  });
}

const createTalent = (
  name: string,
  seniority: string,
  role: string,
  yearsExperience: number,
  { skills, languages = /\w+ & English/.exec(skills)?.[0], hours, ...details }: Details,
): NewTalent => ({
  name,
  seniority,
  role,
  yearsExperience,
  skills: skills.split(' · '),
  languages: languages?.split(' & ') ?? [],
  hours: parseHours(hours),
  ...details,
});

/** Mixed on purpose, so that the first cards on the site show every role. */
export default [
  createTalent('Marisol Vega', 'Senior', 'Receptionist', 7, {
    title: 'Front desk lead, four medspa locations',
    skills: 'Front desk · No-show recovery · Memberships · Spanish & English · Boulevard · Cash-up',
    hours: '1-5 11:00-15:00, 6 09:00-13:00',
    industry: ['MedSpa', 'Beauty'],
    toolProficiency: ['Boulevard', 'Slack', 'Google Workspace'],
    imageUrl: '/objects/demo-marisol',
    bio: 'Ran the front desk of four medspa locations from one phone line and one booking screen. Calls every no-show back the same day. Her cash-up balances before she takes her coat.',
    certifications: ['HIPAA privacy training', 'CPR and first aid'],
  }),
  createTalent('Devon Achebe', 'Mid-Level', 'Customer Support', 4, {
    title: 'Customer support, gym memberships',
    skills:
      'Phone & text · Freezes and cancels · Zendesk · Billing disputes · Spanish & English · HubSpot',
    hours: '1-5 10:00-14:00',
    industry: ['Fitness'],
    toolProficiency: ['Zendesk', 'HubSpot', 'Slack'],
    status: 'assigned',
    imageUrl: '/objects/demo-devon',
    bio: 'Handles freezes, cancels and card disputes for gym members, by phone and by text. Explains a contract in two plain sentences, and writes down why each person left.',
    certifications: ['Zendesk Support Administrator'],
  }),
  createTalent('Ana Lucía Fuentes', 'Senior', 'Executive Assistant', 9, {
    title: 'Executive assistant to a 22-location owner',
    skills:
      'Calendars · Payroll prep · Vendor follow-up · Spanish & English · Google Workspace · Board packs',
    hours: '1-5 09:00-17:00',
    timeZone: 'America/Chicago',
    industry: ['Retail', 'Beauty'],
    toolProficiency: ['Google Workspace', 'Slack', 'Microsoft Office'],
    imageUrl: '/objects/demo-ana-lucia',
    bio: 'Kept the calendar, the vendors and the payroll prep of an owner with 22 locations. Sends one page every Friday: what is done, what is late, what needs a yes.',
    certifications: ['Notary public, Texas'],
  }),
  createTalent('Walter Brandt', 'Senior', 'Operations Manager', 14, {
    title: 'Operations manager, openings and audits',
    skills: 'New openings · SOP audits · Scheduling · Inventory · Salesforce · Royalty reports',
    languages: 'Spanish & English',
    hours: '1-5 08:00-17:00',
    industry: ['Retail', 'Fitness', 'Healthcare'],
    toolProficiency: ['Salesforce', 'Microsoft Office', 'Slack'],
    status: 'assigned',
    imageUrl: '/objects/demo-walter',
    bio: 'Fourteen years of opening locations and auditing the ones that are open. Walks a site with the SOP in hand, in English or Spanish, and leaves a list that can be done by Friday.',
    certifications: ['Lean Six Sigma Green Belt', 'Salesforce Administrator'],
  }),
  createTalent('Priya Raman', 'Mid-Level', 'Receptionist', 3, {
    title: 'Clinic receptionist',
    skills: 'Intake forms · Rebooking · Insurance calls · Boulevard · Slack',
    languages: 'Tamil & English',
    hours: '1-5 08:00-14:00, 4 17:00-20:00',
    industry: ['Healthcare', 'MedSpa'],
    toolProficiency: ['Boulevard', 'Slack', 'Microsoft Office'],
    imageUrl: '/objects/demo-priya',
    bio: 'Checks in, checks out and rebooks for a clinic with three doctors. Clears up insurance before the visit, so that nobody argues at the counter. Answers in English and Tamil.',
    certifications: ['HIPAA privacy training'],
  }),
  createTalent('Kenji Morales', 'Junior', 'Receptionist', 1, {
    title: 'Junior receptionist, salons',
    skills: 'Booking · Walk-ins · Spanish & English · Boulevard',
    hours: '6 09:00-17:00, 7 10:00-16:00',
    industry: ['Beauty'],
    toolProficiency: ['Boulevard', 'Google Workspace'],
    status: 'in_training',
    imageUrl: '/objects/demo-kenji',
    bio: 'A year at the counter of two franchise salons, walk-ins and Saturdays included. Now learning phone cover: practice calls every morning, with his project manager on the line.',
  }),
  createTalent('Guadalupe Hernández-Villanueva de la Torre', 'Mid-Level', 'Customer Support', 5, {
    title: 'Bilingual coordinator for customer care and reservations',
    skills:
      'Phone support · Bookings and changes · Winning back no-shows · Spanish & English · Zendesk · Microsoft Office',
    hours: '1-6 08:00-16:00',
    timeZone: 'America/Monterrey',
    industry: ['Beauty', 'MedSpa', 'Retail'],
    toolProficiency: ['Zendesk', 'Microsoft Office', 'Boulevard'],
    bio: 'Coordinates calls, bookings and changes for salons and shops whose clients mostly speak Spanish. Switches language in mid-sentence when the caller does. Keeps the reply templates in both, word for word.',
    certifications: ['Customer care certificate, 120 hours'],
  }),
  createTalent('Rafael Quintero', 'Senior', 'Customer Support', 6, {
    title: 'Support lead, retail chain',
    skills: 'Escalations · Returns · Zendesk · Team of five · Spanish & English · Salesforce',
    hours: '1-5 00:00-06:00',
    timeZone: 'America/New_York',
    industry: ['Retail'],
    toolProficiency: ['Zendesk', 'Salesforce', 'Slack'],
    imageUrl: '/objects/demo-rafael',
    bio: 'Led five people who answered for a retail chain: returns, late orders, upset regulars. Takes the hard calls himself and turns each into a line in the SOP.',
    certifications: ['Zendesk Support Administrator', 'Salesforce Administrator'],
  }),
  createTalent('Tomasa Reyes', 'Senior', 'Operations Manager', 8, {
    title: 'Operations manager, nine studios',
    skills: 'Scheduling · Coach payroll · SOP writing · Spanish & English · Zapier · Slack',
    hours: '1-5 07:00-15:00',
    timeZone: 'America/Denver',
    industry: ['Fitness'],
    toolProficiency: ['Zapier', 'Slack', 'Google Workspace'],
    imageUrl: '/objects/demo-tomasa',
    bio: 'Ran scheduling and coach payroll for nine studios in two time zones. Writes the SOP while she does the job.',
  }),
  createTalent('Noor Haddad', 'Senior', 'Receptionist', 7, {
    title: 'Receptionist, skin and laser clinics',
    skills:
      'Waiting lists · Consult booking · Arabic & English · Deposits · Intake forms · Boulevard',
    hours: '2-5 12:00-20:00',
    industry: ['MedSpa', 'Healthcare'],
    toolProficiency: ['Boulevard', 'Microsoft Office'],
    imageUrl: '/objects/demo-noor',
    bio: 'Seven years in skin and laser clinics, most of them with the waiting list open beside the phone. When someone cancels, she already knows whom to call.',
    certifications: ['HIPAA privacy training', 'Laser safety awareness'],
  }),
  createTalent('Graciela Montes', 'Senior', 'Executive Assistant', 13, {
    title: 'Executive assistant to two salon founders',
    // More skills than a card shows.
    skills:
      'Two calendars · Lease renewals · Licenses and permits · Spanish & English · Vendor contracts · Travel · Expense reports · Minutes · Hiring interviews',
    hours: '1-5 09:00-17:00',
    industry: ['Beauty', 'MedSpa'],
    toolProficiency: ['Boulevard', 'Microsoft Office', 'Google Workspace'],
    imageUrl: '/objects/demo-graciela',
    bio: 'Thirteen years beside two founders who grew from three salons to nineteen. Tracks every lease, license and permit by the day it runs out. Interviewed most of the managers they hired.',
    certifications: ['Certified Administrative Professional', 'Notary public, Florida'],
  }),
  createTalent('Teodoro Salinas', 'Mid-Level', 'Customer Support', 3, {
    title: 'Phone and chat support, two brands at once',
    skills: 'Phone & chat · Class bookings · Spanish & English · HubSpot · Refunds',
    hours: '1-5 08:00-12:00, 1-5 14:00-18:00',
    timeZone: 'America/Bogota',
    industry: ['Fitness', 'Beauty'],
    toolProficiency: ['Zendesk', 'HubSpot', 'Google Workspace'],
    imageUrl: '/objects/demo-teodoro',
    bio: 'Answers for a spin studio in the morning and a salon group in the afternoon, each by its own script. Leaves a two-line handover at the end of every shift.',
    certifications: ['HubSpot Service Hub'],
  }),
  createTalent('Camila Duarte', 'Mid-Level', 'Receptionist', 3, {
    title: 'Salon receptionist, evenings and Saturdays',
    skills: 'Rebooking · Late-cancel policy · Spanish & English · Gift cards · Boulevard',
    hours: '1-5 17:00-21:00, 6 09:00-18:00',
    industry: ['Beauty', 'MedSpa'],
    toolProficiency: ['Boulevard', 'Google Workspace'],
    imageUrl: '/objects/demo-camila',
    bio: 'Takes the hours that salons find hardest to staff: after five, and all of Saturday. Books the next visit before the client has found her car keys.',
  }),
  createTalent('Jerome Baptiste', 'Senior', 'Operations Manager', 10, {
    title: 'Operations manager, multi-unit gyms',
    skills:
      'Shift planning · Equipment service · Spanish & English · Zapier · Staff coaching · HubSpot',
    hours: '1-5 06:00-14:00',
    industry: ['Fitness'],
    toolProficiency: ['HubSpot', 'Slack', 'Google Workspace', 'Zapier'],
    status: 'assigned',
    imageUrl: '/objects/demo-jerome',
    bio: 'Began at the desk of one gym and ended up planning shifts for twelve. A broken treadmill has a ticket, a date and a name within the hour.',
    certifications: ['CPR and AED', 'Project Management Professional'],
  }),
  createTalent('Beatriz Moura', 'Senior', 'Executive Assistant', 12, {
    title: 'Executive assistant, franchise development',
    skills:
      'Franchisee onboarding · Disclosure paperwork · Portuguese & English · Site visits · Board packs',
    hours: '1-5 09:00-17:00',
    timeZone: 'America/Sao_Paulo',
    industry: ['Beauty'],
    toolProficiency: ['Microsoft Office', 'Slack'],
    imageUrl: '/objects/demo-beatriz',
    bio: 'Walked new franchisees of a beauty brand from the first call to the signed lease. Knows which paper must be out fourteen days before which signature.',
    certifications: ['Certified Administrative Professional'],
  }),
  createTalent('Marcus Bell', 'Mid-Level', 'Receptionist', 5, {
    title: 'Gym front desk, from opening at five',
    skills: 'Trial bookings · Member check-in · Tour scheduling · Spanish & English · HubSpot',
    hours: '1-5 05:00-11:00, 6-7 06:00-12:00',
    industry: ['Fitness'],
    toolProficiency: ['HubSpot', 'Slack', 'Microsoft Office'],
    imageUrl: '/objects/demo-marcus',
    bio: 'At the desk when the doors open at five. Books the second visit while the trial member is still catching a breath. Learned Spanish at his first gym and now takes half his calls in it.',
    certifications: ['CPR and AED'],
  }),
  createTalent('Esteban Robledo', 'Mid-Level', 'Executive Assistant', 4, {
    title: 'Executive assistant and automations, 14 gyms',
    skills:
      'Inbox zero by nine · Zapier · Lead routing · Spanish & English · Monthly reports · HubSpot',
    hours: '1-5 09:00-17:00',
    timeZone: 'America/Mexico_City',
    industry: ['Fitness'],
    toolProficiency: ['Google Workspace', 'Slack', 'HubSpot', 'Zapier'],
    imageUrl: '/objects/demo-esteban',
    bio: 'Looks after the owner of 14 gyms and the small automations that keep them quiet. If he does a thing by hand three times, he writes it down; at the fourth it runs by itself.',
    certifications: ['HubSpot Marketing Hub'],
  }),
  createTalent('Luz Marina Ocampo', 'Senior', 'Operations Manager', 6, {
    title: 'Operations manager, medspa group',
    skills:
      'Room utilization · Injector schedules · Spanish & English · Inventory · Boulevard · SOP writing',
    hours: '1-5 08:00-16:00',
    timeZone: 'America/Bogota',
    industry: ['MedSpa', 'Beauty'],
    toolProficiency: ['Boulevard', 'Google Workspace', 'Slack'],
    imageUrl: '/objects/demo-luz',
    bio: 'Plans rooms, injectors and stock for a group of five medspas. Moved its SOPs out of three binders into one shared folder that the new hires open by themselves.',
    certifications: ['HIPAA privacy training'],
  }),
  createTalent('Paloma Ibáñez', 'Senior', 'Receptionist', 8, {
    title: 'Patient coordinator, three urgent care sites',
    skills:
      'Call scripts · Insurance calls · Spanish & English · Records requests · Referrals · Zendesk · Training new desks',
    hours: '1-5 07:00-15:00',
    industry: ['Healthcare'],
    toolProficiency: ['Microsoft Office', 'Zendesk', 'Google Workspace'],
    imageUrl: '/objects/demo-paloma',
    bio: 'Answered for three urgent care sites with one script and one inbox. Says the wait honestly, in either language, and people stay. Has trained the desk of two new sites.',
    certifications: ['HIPAA privacy training', 'Medical administrative assistant'],
  }),
  createTalent('Ingrid Velasco', 'Mid-Level', 'Executive Assistant', 5, {
    title: 'Executive assistant, store openings',
    skills:
      'Opening checklists · Vendor follow-up · Purchase orders · Spanish & English · Salesforce',
    hours: '1-5 10:00-18:00, 6 12:00-18:00',
    industry: ['Retail'],
    toolProficiency: ['Google Workspace', 'Slack', 'Salesforce', 'Microsoft Office'],
    imageUrl: '/objects/demo-ingrid',
    bio: 'Held the calendar for eight store openings: landlord, sign maker, card terminals, first delivery. Calls every vendor two days before the date, and again on the morning.',
  }),
  createTalent('Harjit Gill', 'Senior', 'Operations Manager', 11, {
    title: 'Operations manager, regional retail',
    skills:
      'Inventory · Store audits · Punjabi & English · Salesforce · Loss prevention · Labor budgets',
    hours: '1-5 08:00-17:00',
    timeZone: 'America/Los_Angeles',
    industry: ['Retail'],
    toolProficiency: ['Salesforce', 'Microsoft Office', 'Slack', 'Zendesk'],
    imageUrl: '/objects/demo-harjit',
    bio: 'Looked after 27 stores in one region, stock counts and labor budgets included. Knows every store manager by name and most of their delivery drivers.',
    certifications: ['Lean Six Sigma Green Belt', 'Salesforce Administrator'],
  }),
  createTalent('Odalys Peña', 'Mid-Level', 'Receptionist', 4, {
    title: 'Front desk and memberships, blow-dry bars',
    skills: 'Front desk · Memberships · New openings · Spanish & English · HubSpot · Gift cards',
    hours: '2-6 10:00-18:00',
    industry: ['Beauty'],
    toolProficiency: ['Google Workspace', 'HubSpot'],
    status: 'assigned',
    imageUrl: '/objects/demo-odalys',
    bio: 'Opened the desk of two blow-dry bars, from the first phone line to the first full Saturday. Knows how long a service really takes, so the book stays honest.',
  }),
  createTalent('Thuy Pham', 'Junior', 'Executive Assistant', 2, {
    title: 'Junior assistant, nail salon group',
    skills: 'Calendars · Supply orders · Vietnamese & English · Review replies',
    hours: '1-5 09:00-13:00',
    timeZone: 'America/Los_Angeles',
    industry: ['Beauty'],
    toolProficiency: ['Google Workspace', 'Boulevard'],
    imageUrl: '/objects/demo-thuy',
    bio: 'Two years of orders, rotas and review replies for a family that owns six nail salons. Quiet on the phone, exact on paper, and never out of gloves.',
  }),
  createTalent('Nicolás Arrieta', 'Junior', 'Customer Support', 2, {
    title: 'Junior chat support, medspa bookings',
    skills: 'Chat support · Spanish & English',
    hours: '1-6 18:00-22:00',
    industry: ['MedSpa'],
    toolProficiency: ['Zendesk', 'Google Workspace'],
    status: 'in_training',
    imageUrl: '/objects/demo-nico',
    bio: 'Two years of booking chats for a medspa, mostly between six and eight in the evening. Now in training for the phone, with a headset that he brought himself.',
  }),
];
