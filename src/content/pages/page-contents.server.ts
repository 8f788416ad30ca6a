import { getPublicTracking } from '../../analytics/tracking/tracking-settings.server';
import type { Database } from '../../db/database.server';
import type { Environment } from '../../foundation/environment/environment.server';
import { getWidthAt } from '../../foundation/media/store.server';
import { industryLabels } from '../../leads/inquiry/lead-form-options';
import { picturesPath } from '../../lib/picture-url';
import { exposureLimits } from '../../lib/picture-values';
import type { SiteContent } from '../../lib/site';
import type { Talent } from '../collections/talents/contract';
import { buildFilterOptions } from '../collections/talents/talent-options';
import type { ButtonTarget, PageBlocks, PageName } from './contract';
import { buildDefaultPolicy } from './default-policy.server';
import { demoCrew, demoLogos, demoPeople } from './demo-drawings.server';
import type { HeroContent, LogoSection, PublicPages, SectionContent } from './public-contract';
import { assignUsualShifts, drawSchedule, formatDay } from './schedule.server';

/** Maximum number of people behind the contact section. */
const maxCrew = 10;

/** Maximum width of a logo, which is 40 pixels high, or 56 with a background of its own. */
const maxLogoWidthPx = 200;

/** The texts of all pages, as visitors see them. */
export interface PageContents {
  blocks: PageBlocks;
  site: SiteContent;
  /** Whether drawings of the demo content are shown. */
  isDemo: boolean;
  read: <P extends PageName>(page: P) => Promise<PublicPages[P]>;
}

type StoredTalent = Pick<
  Talent,
  'id' | 'name' | 'role' | 'imageUrl' | 'imageFocus' | 'imageStyle' | 'imageExposure'
>;

const toExposure = ({ imageExposure }: StoredTalent) =>
  imageExposure === exposureLimits.usual ? {} : { exposure: imageExposure };

const toPicture = (talent: StoredTalent) =>
  talent.imageUrl === null
    ? null
    : {
        url: talent.imageUrl,
        focus: talent.imageFocus,
        style: talent.imageStyle,
        ...toExposure(talent),
      };

const toPerson = (talent: StoredTalent) => ({
  name: talent.name.split(' ')[0] ?? talent.name,
  role: talent.role,
  picture: toPicture(talent),
});

function buildSchedule(
  hero: PageBlocks['home']['hero'],
  people: readonly StoredTalent[],
  isDemo: boolean,
): HeroContent['schedule'] {
  if (hero.schedule === 'off') return null;
  if (hero.shifts.length === 0) {
    const usual = isDemo ? demoPeople : people.slice(0, maxCrew).map(toPerson);
    return drawSchedule(hero, assignUsualShifts(hero, usual));
  }
  const shifts = hero.shifts.flatMap(({ talentId, ...shift }) => {
    // The talent may have been deleted.
    const talent = people.find(({ id }) => id === talentId);
    return talent ? [{ ...shift, person: toPerson(talent) }] : [];
  });
  return drawSchedule(hero, shifts);
}

/** Reads the colors of uploaded logos, and how wide they are. */
async function buildLogos(
  db: Database,
  items: PageBlocks['home']['logos']['items'],
): Promise<LogoSection['logos']> {
  const ids = items.map(({ picture }) => picture.replace(picturesPath, ''));
  const pictures =
    ids.length > 0
      ? await db
          .selectFrom('pictures')
          .select(['id', 'width', 'height', 'tone'])
          .where('id', 'in', ids)
          .execute()
      : [];
  return items.map(({ name, picture, link, isWhite }) => {
    const file = pictures.find(({ id }) => picture === picturesPath + id);
    const tone = file?.tone ?? undefined;
    const width = file && getWidthAt(tone === 'boxed' ? 56 : 40, file);
    return {
      name,
      picture,
      ...(link && { link }),
      ...(width && { width: Math.min(width, maxLogoWidthPx) }),
      ...(tone && { tone }),
      // A light logo would lose its shades, and one without transparency would be a white box.
      ...(isWhite && tone !== 'light' && tone !== 'boxed' && { isWhite }),
    };
  });
}

function buildSections(
  { sections, logos, talent, caseStudies, pricing }: PageBlocks['home'],
  clients: LogoSection['logos'],
): PublicPages['home']['sections'] {
  const contents: Record<string, LogoSection | SectionContent> = {
    logos: { id: 'logos', title: logos.title, logos: clients },
    talent: { id: 'talent', ...talent },
    'case-studies': { id: 'case-studies', ...caseStudies },
    pricing: { id: 'pricing', ...pricing },
  };
  return sections.order
    .filter((id) => !sections.hidden.includes(id) && (id !== 'logos' || clients.length > 0))
    .flatMap((id) => contents[id] ?? []);
}

const industryValues = new Map(
  Object.entries(industryLabels).map(([value, label]) => [label, value]),
);

function buildSiteContent(
  { home, talent }: PageBlocks,
  clients: readonly { name: string }[],
  crew: NonNullable<SiteContent['crew']>,
): SiteContent {
  const { announcement, footer, inquiry, sections } = home;
  return {
    ...(announcement.isShown &&
      announcement.text && {
        announcement: {
          text: announcement.text,
          ...(announcement.link && { link: announcement.link }),
        },
      }),
    footer: {
      ...(footer.text && { text: footer.text }),
      industries: footer.industries,
      ...(footer.callText && { callText: footer.callText }),
      callLabel: footer.callLabel,
    },
    ...(clients.length > 0 &&
      !sections.hidden.includes('logos') && { clients: clients.map(({ name }) => name) }),
    ...(crew.length > 0 && { crew }),
    industries: inquiry.industries.map((label) => ({
      value: industryValues.get(label) ?? label,
      label,
    })),
    filters: buildFilterOptions(talent.filters.industries),
    ...(sections.hidden.length > 0 && { hiddenSections: sections.hidden }),
  };
}

/** Writes the standard privacy policy of a site, as Markdown. */
export const buildStandardPolicy = (environment: Environment): string =>
  buildDefaultPolicy({
    name: environment.SITE_NAME,
    supportEmail: environment.SUPPORT_EMAIL,
    schedulingUrl: environment.SCHEDULING_URL ?? null,
    retentionMonths: environment.owner.leadRetentionMonths,
    ...getPublicTracking(environment),
  });

async function buildPrivacyPage(
  { text, seo }: PageBlocks['privacy'],
  environment: Environment,
): Promise<PublicPages['privacy']> {
  // Loaded when the page is first read: it is not needed at the start.
  const { renderMarkdown } = await import('./markdown.server');
  const policy = text.markdown ?? buildStandardPolicy(environment);
  return {
    ...(seo.title && { title: seo.title }),
    header: { title: text.title, intro: text.intro },
    sections: renderMarkdown(policy),
  };
}

/** Whether a button leads to a section of the home page that is off. */
const isHiddenAnchor = (
  opens: ButtonTarget,
  hidden: PageBlocks['home']['sections']['hidden'],
): boolean => opens !== 'talent' && hidden.some((id) => id === opens);

interface Sources {
  db: Database;
  environment: Environment;
  blocks: PageBlocks;
  /** The talents that visitors see, in order. */
  people: readonly StoredTalent[];
  /** True while the site still has items of the demo content. */
  hasDemoItems: boolean;
}

/** Loads the texts of all pages, with the people and logos that they show. */
export async function loadPageContents(sources: Sources): Promise<PageContents> {
  const { db, environment, blocks, people, hasDemoItems } = sources;
  const { hero, logos, contact, seo } = blocks.home;
  const clients =
    logos.items.length === 0 && hasDemoItems ? demoLogos : await buildLogos(db, logos.items);
  const crew = hasDemoItems
    ? demoCrew
    : people.slice(0, maxCrew).flatMap((talent) => {
        const { imageUrl: url, imageFocus: focus, imageStyle, role } = talent;
        if (url === null) return [];
        return [{ url, focus, ...(imageStyle === 'photo' && { ...toExposure(talent), role }) }];
      });

  const { line1, line2, text, firstButton, secondButton } = hero;
  const home: PublicPages['home'] = {
    ...(seo.title && { title: seo.title }),
    hero: {
      line1,
      line2,
      text,
      buttons: [firstButton, secondButton].flatMap((button) =>
        button && !isHiddenAnchor(button.opens, blocks.home.sections.hidden) ? [button] : [],
      ),
      hours: formatDay(hero),
      schedule: buildSchedule(hero, people, hasDemoItems),
    },
    sections: buildSections(blocks.home, clients),
    contact,
  };
  const { talent, privacy } = blocks;
  let privacyPage: Promise<PublicPages['privacy']> | undefined;
  const readers: { [P in PageName]: () => Promise<PublicPages[P]> } = {
    home: async () => home,
    talent: async () => ({
      ...(talent.seo.title && { title: talent.seo.title }),
      header: talent.header,
    }),
    privacy: () => (privacyPage ??= buildPrivacyPage(privacy, environment)),
  };
  return {
    blocks,
    site: buildSiteContent(blocks, clients, crew),
    isDemo: hasDemoItems,
    read: (page) => readers[page](),
  };
}
