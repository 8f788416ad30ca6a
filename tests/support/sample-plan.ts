import { encodePlan } from '../../src/cover/encode-plan';

/** A span for each weekday. */
const weekdays = (from: string, to: string) => [1, 2, 3, 4, 5].map((day) => ({ day, from, to }));

/** A plan as it is stored: lunch on weekdays, and Saturday morning on the phone. */
export const samplePlan = {
  timeZone: 'America/New_York',
  industry: 'Beauty',
  locations: 4,
  open: [...weekdays('08:00', '20:00'), { day: 6, from: '09:00', to: '17:00' }],
  desks: [
    {
      name: 'Front desk',
      role: 'Receptionist',
      tools: ['Boulevard'],
      languages: ['Spanish'],
      hours: weekdays('12:00', '14:00'),
    },
    {
      name: 'Phone',
      tools: [],
      languages: [],
      hours: [{ day: 6, from: '09:00', to: '13:00' }],
    },
  ],
};

export const samplePlanCode = encodePlan(samplePlan);
