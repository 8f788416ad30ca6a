import { isHttpsUrl } from '../../foundation/environment/setting-rules';
import { isPictureUrl } from '../../lib/picture-values';
import {
  logoTone,
  optionalPictureUrl,
  optionalProse,
  optionalText,
  recordId,
  requiredText,
  textList,
  z,
} from '../../lib/schema';
import { publicationFields } from '../kit/define-collection';

/** Where a button of the hero, or the announcement's link, leads. */
export const buttonTargets = ['call', 'talent', 'inquiry', 'case-studies', 'pricing'] as const;

export type ButtonTarget = (typeof buttonTargets)[number];

/** The home page's sections between the hero and the contact section, which stay in their place. */
export const movableSections = ['logos', 'talent', 'case-studies', 'pricing'] as const;

export type MovableSection = (typeof movableSections)[number];

/** The anchors of the blocks that have one on their page. */
export const blockAnchors: Readonly<Record<string, string>> = {
  talent: '#talent',
  caseStudies: '#case-studies',
  pricing: '#pricing',
  contact: '#contact',
};

/** Maximum number of entries in each list. */
export const listLimits = { shifts: 5, logos: 24, industries: 30 } as const;

/** The shortest and the longest day that the schedule can show, in hours. */
const dayLimits = { min: 4, max: 18 } as const;

const optionalLink = () =>
  optionalText(500).check(
    z.refine(
      (value) => value === null || isHttpsUrl(value) || /^\/(?![/\\])[^\s\\]*$/.test(value),
      'Enter an address that starts with https:// or /',
    ),
  );

const requiredPictureUrl = requiredText(500, 'Upload a picture').check(
  z.refine(isPictureUrl, 'Upload a picture'),
);

const button = z.object({
  label: requiredText(40, 'Enter what the button says'),
  opens: z.enum(buttonTargets),
});

/** An hour of the day in steps of half an hour. */
const halfHour = z
  .number()
  .check(z.minimum(0), z.maximum(24), z.multipleOf(0.5, 'Choose a full or a half hour'));

const shift = z.object({
  desk: requiredText(24, 'Enter the desk'),
  talentId: recordId,
  from: halfHour,
  to: halfHour,
});

const logo = z.object({
  name: requiredText(60, 'Enter the client’s name'),
  picture: requiredPictureUrl,
  link: optionalLink(),
  /** Shown in white. Logos without transparency keep their colors. */
  isWhite: z.boolean(),
  /** As the upload reported it, for the form. The site reads it from the picture. */
  tone: z.optional(logoTone()),
});

const seo = z.object({
  title: optionalText(120),
  description: optionalText(300),
  sharePicture: optionalPictureUrl(),
});

const section = z.object({
  title: requiredText(160, 'Enter a title'),
  intro: optionalProse(400),
});

const industryList = textList().check(
  z.refine((list) => list.length <= listLimits.industries, 'Too many industries'),
);

const shortIndustryList = industryList.check(
  z.refine((list) => list.every((name) => name.length <= 80), 'At most 80 characters each'),
);

const uniqueList = <T extends string>(values: readonly T[]) =>
  z
    .array(z.enum(values))
    .check(
      z.refine((list) => new Set(list).size === list.length, 'Each section can be there only once'),
    );

const heroFields = z.object({
  line1: requiredText(80, 'Enter the first line'),
  line2: requiredText(80, 'Enter the second line'),
  text: optionalProse(600),
  firstButton: z.nullable(button),
  secondButton: z.nullable(button),
  dayStart: z.number().check(z.int(), z.minimum(0), z.maximum(24)),
  dayEnd: z.number().check(z.int(), z.minimum(0), z.maximum(24)),
  schedule: z.enum(['people', 'off']),
  /** Empty: the first talents, at usual hours. */
  shifts: z.array(shift).check(z.maxLength(listLimits.shifts)),
});

/** Validates the hours of a hero. @returns the error; undefined when they are valid */
function findHoursError({
  dayStart,
  dayEnd,
  shifts,
}: z.output<typeof heroFields>): string | undefined {
  const hours = dayEnd - dayStart;
  if (hours < dayLimits.min || hours > dayLimits.max) {
    return `Choose a day of ${dayLimits.min} to ${dayLimits.max} hours`;
  }
  for (const [index, { desk, from, to }] of shifts.entries()) {
    if (from >= to) return 'A shift must end after it starts';
    if (from < dayStart || to > dayEnd) return 'A shift must lie within the day';
    const isOverlapping = shifts.some(
      (other, at) => at > index && other.desk === desk && other.from < to && from < other.to,
    );
    if (isOverlapping) return `Two shifts of “${desk}” overlap`;
  }
  return undefined;
}

const hero = heroFields.check((context) => {
  const message = findHoursError(context.value);
  if (message) {
    context.issues.push({ code: 'custom', message, input: context.value, path: ['shifts'] });
  }
});

/** The blocks of each page. */
const pageBlocks = {
  home: {
    sections: z.object({
      order: uniqueList(movableSections),
      hidden: uniqueList(movableSections),
    }),
    hero,
    logos: z.object({
      title: requiredText(100, 'Enter a title'),
      items: z.array(logo).check(z.maxLength(listLimits.logos)),
    }),
    talent: section,
    caseStudies: section,
    pricing: section,
    contact: z.object({
      title: requiredText(160, 'Enter a title'),
      text: optionalProse(600),
      callLabel: requiredText(40, 'Enter what the button says'),
      inquiryLabel: requiredText(40, 'Enter what the button says'),
      note: optionalText(160),
    }),
    announcement: z.object({ text: optionalText(200), link: optionalLink(), isShown: z.boolean() }),
    footer: z.object({
      text: optionalProse(400),
      industries: industryList,
      callText: optionalProse(200),
      callLabel: requiredText(60, 'Enter what the link says'),
    }),
    inquiry: z.object({ industries: shortIndustryList }),
    seo,
  },
  talent: { header: section, filters: z.object({ industries: shortIndustryList }), seo },
  privacy: {
    text: z.object({
      title: requiredText(160, 'Enter a title'),
      intro: optionalProse(400),
      /** Markdown; null for the standard policy, which follows the settings. */
      markdown: optionalProse(30_000),
    }),
    seo,
  },
} as const;

/** The fields of any block. */
export type BlockValue = Record<string, unknown>;

export const pageNames = ['home', 'talent', 'privacy'] as const;

export type PageName = (typeof pageNames)[number];

/** Returns the schemas of a page's blocks, by name. */
export const getSchemas = (page: PageName): Record<string, z.ZodMiniType<BlockValue>> =>
  pageBlocks[page];

function toPatch(block: z.ZodMiniObject) {
  // Without the block's own check, which needs all fields.
  const values = z.partial(z.object(block.shape));
  const { publishAt, unpublishAt } = publicationFields;
  const publication = z.partial(
    z.object({
      state: z.literal('published'),
      publishAt,
      unpublishAt,
      pending: z.nullable(values),
    }),
  );
  return z.optional(z.nullable(z.object({ ...values.shape, ...publication.shape })));
}

/**
 * Returns the schema of the body of a PATCH. Fields that are not sent stay unchanged; null resets a
 * block to its default. Pending values and times work as those of an item.
 */
export const getPatchSchema = (page: PageName) =>
  z.object(
    Object.fromEntries(
      Object.entries<z.ZodMiniObject>(pageBlocks[page]).map(([name, block]) => [
        name,
        toPatch(block),
      ]),
    ),
  );

/** A standard text of a page that says something about the business. */
export const claim = z.object({
  /** The block of a page in which it is edited. */
  blockId: z.string(),
  place: z.string(),
  text: z.string(),
});

export type Claim = z.output<typeof claim>;

/** The complete blocks of all pages. */
export type PageBlocks = {
  [P in PageName]: {
    [B in keyof (typeof pageBlocks)[P]]: z.output<
      (typeof pageBlocks)[P][B] & z.ZodMiniType<Record<string, unknown>>
    >;
  };
};
