import { publicationFields } from '../../collection-kit/define-collection';
import { parseUrl } from '../../lib/parse-url';
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

/** Where a button of the hero, or the announcement's link, leads. */
export const buttonTargets = ['call', 'talent', 'inquiry', 'case-studies', 'pricing'] as const;

export type ButtonTarget = (typeof buttonTargets)[number];

/** The home page's sections between the hero and the contact section, which stay in their place. */
export const movableSections = ['logos', 'talent', 'case-studies', 'pricing'] as const;

export type MovableSection = (typeof movableSections)[number];

/** Maximum number of entries in each list. */
export const listLimits = { shifts: 5, logos: 24, industries: 30 } as const;

/** The shortest and the longest day that the schedule can show, in hours. */
const dayLimits = { min: 4, max: 18 } as const;

function isHttpsUrl(value: string): boolean {
  const url = parseUrl(value);
  return url?.protocol === 'https:' && url.username === '';
}

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

const seo = {
  title: optionalText(120),
  description: optionalText(300),
  sharePicture: optionalPictureUrl(500),
};

const section = {
  title: requiredText(160, 'Enter a title'),
  intro: optionalProse(400),
};

const uniqueList = <T extends string>(values: readonly T[]) =>
  z
    .array(z.enum(values))
    .check(
      z.refine((list) => new Set(list).size === list.length, 'Each section can be there only once'),
    );

/** The fields of each block, by page. */
const blockFields = {
  home: {
    sections: { order: uniqueList(movableSections), hidden: uniqueList(movableSections) },
    hero: {
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
    },
    logos: {
      title: requiredText(100, 'Enter a title'),
      items: z.array(logo).check(z.maxLength(listLimits.logos)),
    },
    talent: section,
    caseStudies: section,
    pricing: section,
    contact: {
      title: requiredText(160, 'Enter a title'),
      text: optionalProse(600),
      callLabel: requiredText(40, 'Enter what the button says'),
      inquiryLabel: requiredText(40, 'Enter what the button says'),
      note: optionalText(160),
    },
    announcement: { text: optionalText(200), link: optionalLink(), isShown: z.boolean() },
    footer: {
      text: optionalProse(400),
      industries: textList().check(
        z.refine((list) => list.length <= listLimits.industries, 'Too many industries'),
      ),
      callText: optionalProse(200),
      callLabel: requiredText(60, 'Enter what the link says'),
    },
    inquiry: {
      industries: textList().check(
        z.refine((list) => list.length <= listLimits.industries, 'Too many industries'),
        z.refine((list) => list.every((name) => name.length <= 80), 'At most 80 characters each'),
      ),
    },
    seo,
  },
  talent: {
    header: section,
    filters: {
      industries: textList().check(
        z.refine((list) => list.length <= listLimits.industries, 'Too many industries'),
        z.refine((list) => list.every((name) => name.length <= 80), 'At most 80 characters each'),
      ),
    },
    seo,
  },
  privacy: {
    text: {
      title: requiredText(160, 'Enter a title'),
      intro: optionalProse(400),
      /** Markdown; null for the standard policy, which follows the settings. */
      markdown: optionalProse(30_000),
    },
    seo,
  },
} as const;

/** The fields of any block. */
export type BlockValue = Record<string, unknown>;

export const pageNames = ['home', 'talent', 'privacy'] as const;

export type PageName = (typeof pageNames)[number];

type HomeHero = z.output<ReturnType<typeof z.object<typeof blockFields.home.hero>>>;

/** Validates the hours of a hero. @returns the error; undefined when they are valid */
function findHoursError({ dayStart, dayEnd, shifts }: HomeHero): string | undefined {
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

const hero = z.object(blockFields.home.hero).check((context) => {
  const message = findHoursError(context.value);
  if (message) {
    context.issues.push({ code: 'custom', message, input: context.value, path: ['shifts'] });
  }
});

const { home, talent, privacy } = blockFields;

/** The complete blocks of each page. */
const pageBlocks = {
  home: {
    sections: z.object(home.sections),
    hero,
    logos: z.object(home.logos),
    talent: z.object(home.talent),
    caseStudies: z.object(home.caseStudies),
    pricing: z.object(home.pricing),
    contact: z.object(home.contact),
    announcement: z.object(home.announcement),
    footer: z.object(home.footer),
    inquiry: z.object(home.inquiry),
    seo: z.object(home.seo),
  },
  talent: {
    header: z.object(talent.header),
    filters: z.object(talent.filters),
    seo: z.object(talent.seo),
  },
  privacy: { text: z.object(privacy.text), seo: z.object(privacy.seo) },
} as const;

/** Returns the schemas of a page's blocks, by name. */
export const getSchemas = (page: PageName): Record<string, z.ZodMiniType<BlockValue>> =>
  pageBlocks[page];

function toPatch<F extends z.core.$ZodShape>(fields: F) {
  const values = z.partial(z.object(fields));
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
 * Bodies of a PATCH. Fields that are not sent stay unchanged; null resets a block to its default.
 * Pending values and times work as those of an item.
 */
export const pagePatches = {
  home: z.object({
    sections: toPatch(home.sections),
    hero: toPatch(home.hero),
    logos: toPatch(home.logos),
    talent: toPatch(home.talent),
    caseStudies: toPatch(home.caseStudies),
    pricing: toPatch(home.pricing),
    contact: toPatch(home.contact),
    announcement: toPatch(home.announcement),
    footer: toPatch(home.footer),
    inquiry: toPatch(home.inquiry),
    seo: toPatch(home.seo),
  }),
  talent: z.object({
    header: toPatch(talent.header),
    filters: toPatch(talent.filters),
    seo: toPatch(talent.seo),
  }),
  privacy: z.object({ text: toPatch(privacy.text), seo: toPatch(privacy.seo) }),
} as const;

/** The complete blocks of all pages. */
export type PageBlocks = {
  [P in PageName]: {
    [B in keyof (typeof pageBlocks)[P]]: z.output<
      (typeof pageBlocks)[P][B] & z.ZodMiniType<Record<string, unknown>>
    >;
  };
};
