import {
  checkbox,
  displayOrder,
  optionalProse,
  requiredChoice,
  requiredText,
  requiredTextList,
  textList,
  wholeNumber,
  z,
} from '../../../lib/schema';
import { optionalTimeZone, weekHours } from '../../../lib/time/hours-schema';
import { maxSpansPerDay } from '../../../lib/time/week-hours';
import { defineCollection, type Item, type Publication } from '../../kit/define-collection';
import { pictureDefaults, pictureFields, pictureLabels } from '../../kit/publication';
import { matchesFilter, talentStatuses } from './talent-options';

/** An optional, repeatable query parameter. Empty values are ignored. */
const filterValues = z._default(
  z.pipe(
    z.transform((value: unknown) =>
      (Array.isArray(value) ? value : [value]).filter((entry) => entry !== ''),
    ),
    z.array(z.string().check(z.maxLength(200))).check(z.maxLength(50)),
  ),
  [],
);

/** Query parameters that filter the talents. */
export const talentQuery = z.object({
  role: filterValues,
  industry: filterValues,
  seniority: filterValues,
  skills: filterValues,
});

/** The talents collection. Rules and messages: specification, sections 3 and 5. */
export const talents = defineCollection({
  path: 'talents',
  table: 'talents',
  label: 'Talent',
  title: 'Talents',
  fields: {
    name: requiredText(120, 'Name is required'),
    title: requiredText(160, 'Title is required'),
    yearsExperience: wholeNumber(0, 'Must be 0 or greater'),
    skills: requiredTextList('At least one skill is required'),
    role: requiredText(80, 'Role is required'),
    industry: requiredTextList('At least one industry is required'),
    toolProficiency: requiredTextList('At least one tool is required'),
    seniority: requiredText(40, 'Seniority level is required'),
    status: requiredChoice(talentStatuses, 'Status is required'),
    ...pictureFields,
    bio: optionalProse(4000),
    certifications: textList(),
    languages: textList(),
    hours: weekHours({ precision: 'minutes', maxSpans: 7 * maxSpansPerDay }),
    /** The zone of the hours; null means the site's. */
    timeZone: optionalTimeZone(),
    onHome: checkbox(),
    displayOrder: displayOrder(),
  },
  labels: {
    name: 'Name',
    title: 'Title',
    role: 'Role',
    seniority: 'Seniority',
    yearsExperience: 'Years of experience',
    status: 'Status',
    skills: 'Skills',
    industry: 'Industries',
    toolProficiency: 'Tools',
    ...pictureLabels,
    bio: 'Bio',
    certifications: 'Certifications',
    languages: 'Languages',
    hours: 'Hours',
    timeZone: 'Time zone',
    onHome: 'Show on the home page',
    displayOrder: 'Display order',
  },
  defaults: {
    yearsExperience: 0,
    status: 'available',
    ...pictureDefaults,
    // Faces are above the center of a portrait.
    imageFocus: '50% 30%',
    bio: null,
    certifications: [],
    languages: [],
    hours: [],
    timeZone: null,
    onHome: false,
  },
  example: {
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
    imageStyle: 'cutout',
    imageExposure: 100,
    bio: 'Seven years at the desk.\nTwo languages.',
    certifications: ['HIPAA'],
    languages: ['Spanish', 'English'],
    hours: [{ day: 1, from: '09:00', to: '17:30' }],
    timeZone: 'America/Chicago',
    onHome: true,
  },
  listFilter: {
    query: talentQuery,
    matches: matchesFilter,
  },
  nameField: 'name',
  deletionNote:
    'A person’s name and picture are also removed from all proposals, even from accepted ones, and restoring does not bring them back there.',
});

export type Talent = Item<typeof talents>;

/** A talent as visitors see it, without the fields that only the admin needs. */
export type PublicTalent = Omit<
  Talent,
  | 'displayOrder'
  | 'onHome'
  | 'hours'
  | 'timeZone'
  | 'createdAt'
  | 'updatedAt'
  | 'takenDownAt'
  | keyof Publication
>;

export function toPublicTalent(talent: Talent): PublicTalent {
  const {
    displayOrder,
    onHome,
    hours,
    timeZone,
    createdAt,
    updatedAt,
    state,
    publishAt,
    unpublishAt,
    pending,
    takenDownAt,
    ...shown
  } = talent;
  return shown;
}
