import { logoTones, pictureStyles } from '../../lib/picture-values';
import { z } from '../../lib/schema';
import { publicationFields } from '../kit/define-collection';
import { buttonTargets } from './contract';

/** A picture and the part of it that stays in view. */
const focusedPicture = z.object({
  url: z.string(),
  focus: z.optional(z.string()),
  style: z.enum(pictureStyles),
  /** How much a photograph is brightened, in percent, unless it is 100. */
  exposure: z.optional(z.number()),
});

const person = z.object({
  name: z.string(),
  role: z.string(),
  /** Null for the drawn figure. */
  picture: z.nullable(focusedPicture),
  /** A drawing of the demo content instead of a picture: its view box in the sprite sheet. */
  drawing: z.optional(z.string()),
});

/** A stretch of the day at one desk, in half hours. Without a person, the location's own team. */
const bar = z.object({ span: z.number(), person: z.optional(person) });

const schedule = z.object({
  /** The labels of the hours, from the first to the last. */
  ticks: z.array(z.string()),
  desks: z.array(z.object({ name: z.string(), bars: z.array(bar) })),
});

const logo = z.object({
  name: z.string(),
  link: z.optional(z.string()),
  /** A picture that was uploaded, or the view box of a drawing of the demo content. */
  picture: z.optional(z.string()),
  drawing: z.optional(z.string()),
  width: z.optional(z.number()),
  isWhite: z.optional(z.literal(true)),
  /** The color of an uploaded logo. */
  tone: z.optional(z.enum(logoTones)),
});

const section = z.object({
  id: z.enum(['talent', 'case-studies', 'pricing']),
  title: z.string(),
  intro: z.nullable(z.string()),
});

const logoSection = z.object({ id: z.literal('logos'), title: z.string(), logos: z.array(logo) });

/** The document's title, if the owner has set it. */
const title = z.optional(z.string());

/** Public content of each page. */
export const publicPages = {
  home: z.object({
    title,
    hero: z.object({
      line1: z.string(),
      line2: z.string(),
      text: z.nullable(z.string()),
      buttons: z.array(z.object({ label: z.string(), opens: z.enum(buttonTargets) })),
      /** The hours of the day, for example "8 am to 8 pm". */
      hours: z.string(),
      /** The schedule picture; null without one. */
      schedule: z.nullable(schedule),
    }),
    /** The sections that are shown, in order. */
    sections: z.array(z.union([logoSection, section])),
    contact: z.object({
      title: z.string(),
      text: z.nullable(z.string()),
      callLabel: z.string(),
      inquiryLabel: z.string(),
      note: z.nullable(z.string()),
    }),
  }),
  talent: z.object({
    title,
    header: z.object({ title: z.string(), intro: z.nullable(z.string()) }),
  }),
  privacy: z.object({
    title,
    header: z.object({ title: z.string(), intro: z.nullable(z.string()) }),
    /** `html` is rendered from Markdown, without raw HTML. */
    sections: z.array(
      z.object({ title: z.string(), id: z.optional(z.string()), html: z.string() }),
    ),
  }),
} as const;

export type PublicPages = { [P in keyof typeof publicPages]: z.output<(typeof publicPages)[P]> };

export type HeroContent = PublicPages['home']['hero'];
export type LogoSection = z.output<typeof logoSection>;
export type SectionContent = z.output<typeof section>;

/** The standard privacy policy, which follows the settings. */
export const standardPolicy = z.object({ markdown: z.string() });

/** Additional content for the owner: each block as it is edited. */
export const pageForOwner = z.object({
  /** Changes with each block; also the `ETag`. */
  version: z.string(),
  blocks: z.record(
    z.string(),
    z.object({
      value: z.record(z.string(), z.unknown()),
      isDefault: z.boolean(),
      updatedAt: z.nullable(z.string()),
      by: z.nullable(z.string()),
      /** A block is always published; changes of it can be pending. */
      state: z.literal('published'),
      publishAt: publicationFields.publishAt,
      /** When the block is again as it was before its last change. */
      unpublishAt: publicationFields.unpublishAt,
      pending: z.optional(z.record(z.string(), z.unknown())),
    }),
  ),
});

export type PageForOwner = z.output<typeof pageForOwner>;
