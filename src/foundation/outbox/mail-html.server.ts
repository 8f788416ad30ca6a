import { escapeHtml } from '../../lib/escape-html.server';
import { formatTimeOfDay } from '../../lib/time/format-date';
import type { Environment } from '../environment/environment.server';
import {
  formatMorePeople,
  type MailBlock,
  type MailContent,
  type MailLink,
  type MailPerson,
} from './mail-content.server';
import {
  getStock,
  type MailClass,
  mailHeadStyles,
  mailStyles,
  markColors,
} from './mail-styles.server';

const listAddress = ({ owner }: Environment): MailContent['footer'] =>
  owner.postalAddress ? [[owner.postalAddress]] : [];

/** The last lines of an email to a visitor. */
export const createVisitorFooter = (environment: Environment): MailContent['footer'] => {
  const { SITE_NAME, SITE_URL, owner } = environment;
  return [
    [
      `Questions? Just reply to this email${owner.phone ? `, or call ${owner.phone.replaceAll(' ', '\u00A0')}` : ''}.`,
    ],
    [{ label: SITE_NAME, url: SITE_URL }],
    ...listAddress(environment),
  ];
};

/**
 * The last lines of an email to the owner.
 * @param subject what is mailed, such as "new leads"
 */
export const createOwnerFooter = (
  environment: Environment,
  subject: string,
): MailContent['footer'] => [
  [
    `You get emails about ${subject} at ${(environment.NOTIFY_EMAIL ?? []).join(', ')}. `,
    { label: 'Change what you get', url: `${environment.SITE_URL}/admin/settings#mail` },
  ],
  ...listAddress(environment),
];

const escapeLines = (text: string): string => escapeHtml(text).replaceAll('\n', '<br>');

/** Returns the attributes of an element: its classes, for the rules in the head, and their styles. */
const style = (...classes: MailClass[]): string =>
  `class="${classes.join(' ')}" style="${classes.map((name) => mailStyles[name]).join(';')}"`;

const renderLink = ({ label, url }: MailLink, name: MailClass = 'link'): string =>
  `<a href="${escapeHtml(url)}" ${style(name)}>${escapeHtml(label)}</a>`;

const renderParts = (parts: readonly (string | MailLink)[], linkClass?: MailClass): string =>
  parts
    .map((part) => (typeof part === 'string' ? escapeLines(part) : renderLink(part, linkClass)))
    .join('');

/** The hours that the drawing of a day shows. */
const drawnHours = { from: 8, to: 20 };

/** Formats a full hour: "8 am", or "8" on a 24-hour clock. */
const formatHour = (hour: string): string => formatTimeOfDay(hour).replace(':00', '');

/** Draws a call of half an hour in the day. @param minutes its start, since midnight */
function renderDay(minutes: number): string {
  const length = (drawnHours.to - drawnHours.from) * 60;
  const start = minutes - drawnHours.from * 60;
  if (start < 0 || start + 30 > length) return '';
  const toPercent = (duration: number) => `${((duration / length) * 100).toFixed(2)}%`;
  const hours = [formatHour('8:00'), 'noon', formatHour('16:00')].map(
    (hour, index) =>
      `<span ${style('hour')}><span ${index === 0 ? style('hourText', 'hourFirst') : style('hourText')}>${hour}</span></span>`,
  );
  const gap =
    start === 0
      ? ''
      : `<span class="open" style="${mailStyles.open};width:${toPercent(start)}"></span>`;
  return `<div ${style('day')} aria-hidden="true"><div ${style('hours')}>${hours.join('')}</div>${gap}<span class="block" style="${mailStyles.block};width:${toPercent(30)}"></span></div>`;
}

const renderHeading = (title: string | undefined): string =>
  title ? `<h2 ${style('heading')}>${escapeHtml(title)}</h2>` : '';

/**
 * Renders a person; without a picture, with their initial. The picture has no `height` attribute, so
 * that programs that cannot crop it keep its shape, and no alternative text, because the name stands
 * beside it.
 */
function renderPerson({ name, text, role, imageUrl, focus }: MailPerson, siteUrl: string): string {
  const stock = getStock(role);
  const position = focus?.split('/')[0]?.trim();
  const image =
    imageUrl === null
      ? `<span ${style('personInitial')}>${escapeHtml([...name][0] ?? '')}</span>`
      : `<img src="${escapeHtml(new URL(imageUrl, siteUrl).href)}" width="56" alt="" class="personImage" style="${mailStyles.personImage}${position ? `;object-position:${escapeHtml(position)}` : ''}">`;
  const picture = `<span class="personPicture${stock ? ` ${stock.name}` : ''}" style="${mailStyles.personPicture}${stock ? `;${stock.style}` : ''}">${image}</span>`;
  return `<div ${style('person')}>${picture}<span ${style('personWords')}><b ${style('personName')}>${escapeHtml(name)}</b><br>${escapeHtml(text)}</span></div>`;
}

function renderBlock(block: MailBlock, siteUrl: string): string {
  if (typeof block === 'string') return `<p ${style('text')}>${renderParts([block])}</p>`;
  switch (block.kind) {
    case 'text':
      return `<p ${style('text')}>${renderParts(block.parts)}</p>`;
    case 'until':
      return `<div ${style('until')}>${escapeHtml(block.text)}<span ${style('untilNote')}>${escapeHtml(block.note)}</span></div>`;
    case 'quote':
      return `<div dir="auto" ${style('quote')}>${escapeLines(block.text)}</div>`;
    case 'personal':
      return `<div ${style('personal')}>${escapeLines(block.text)}<span ${style('personalBy')}>${escapeHtml(block.by)}</span></div>`;
    case 'total':
      return `<p ${style('total')}>${escapeHtml(block.text)}</p><p ${style('text')}>${escapeHtml(block.note)}</p>`;
    case 'when': {
      const { date, detail, note = '', minutes, isOld = false } = block;
      const hours = isOld ? `<s>${escapeHtml(detail)}</s>` : escapeHtml(detail);
      const words = `<b ${isOld ? style('whenDate', 'oldDate') : style('whenDate')}>${escapeHtml(date)}</b>${detail === '' ? '' : `<span ${style('whenDetail')}>${hours}${escapeHtml(note)}</span>`}`;
      const day = isOld || minutes === undefined ? '' : renderDay(minutes);
      return `<div ${isOld ? style('when', 'old') : style('when')}><div ${isOld ? style('whenWords', 'oldWords') : style('whenWords')}>${words}</div>${day}</div>`;
    }
    case 'actions':
      return `<p ${style('actions')}>${block.links
        .map(
          ({ label, url }, index) =>
            `<a href="${escapeHtml(url)}" ${index === 0 ? style('button') : style('button', 'outline')}>${escapeHtml(label)}</a>`,
        )
        .join('')}</p>`;
    case 'facts':
      return [
        renderHeading(block.title),
        ...block.rows.map(
          ({ label, text, url }) =>
            `<div ${style('fact')}><span ${style('factLabel')}>${escapeHtml(label)}</span><span ${style('factValue')}>${url ? renderLink({ label: text, url }, 'factLink') : escapeLines(text)}</span></div>`,
        ),
      ].join('');
    case 'people':
      return [
        renderHeading(block.title),
        ...block.people.map((person) => renderPerson(person, siteUrl)),
        block.more ? `<p ${style('text')}>${formatMorePeople(block.more)}</p>` : '',
      ].join('');
    case 'list': {
      const items = block.items.map(
        ({ text, url, note = '' }) =>
          `<li>${url ? renderLink({ label: text, url }, 'factLink') : escapeHtml(text)}${escapeHtml(note)}</li>`,
      );
      return `${renderHeading(block.title)}<ul ${style('list')}>${items.join('')}</ul>`;
    }
  }
}

const renderMarkRow = (
  cells: readonly (readonly [width: number, color?: keyof typeof markColors])[],
) =>
  `<tr>${cells
    .map(([width, name]) =>
      name
        ? `<td class="${name}" width="${width}" height="10" style="background-color:${markColors[name]};padding:0;font-size:0;line-height:0">&nbsp;</td>`
        : `<td width="${width}" height="10" style="padding:0;font-size:0;line-height:0">&nbsp;</td>`,
    )
    .join('')}</tr>`;

/**
 * Draws the mark with table cells. Mail programs don't show SVG, most hide pictures at first, and
 * cells follow dark mode.
 */
const mark = `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="display:inline-block;vertical-align:-3px;margin:0 9px 0 0;border-collapse:collapse"><tr><td style="padding:0"><table role="presentation" cellpadding="0" cellspacing="0" border="0" style="border-collapse:collapse">${renderMarkRow([[6], [22, 'markBar'], [6]])}</table><table role="presentation" cellpadding="0" cellspacing="0" border="0" style="border-collapse:collapse">${renderMarkRow([[12, 'markBlock'], [10], [12, 'markBlock']])}</table></td></tr></table>`;

const renderLogo = ({ SITE_NAME, SITE_URL, owner }: Environment): string =>
  owner.logo
    ? `<img src="${escapeHtml(new URL(owner.logo, SITE_URL).href)}" height="32" alt="${escapeHtml(SITE_NAME)}" style="display:block;border:0;height:32px;width:auto">`
    : mark + escapeHtml(SITE_NAME);

/** Renders the HTML part of an email. It reads whole without pictures. */
export const renderMailHtml = (
  { title, preheader, blocks, footer }: MailContent,
  environment: Environment,
): string =>
  `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(title)}</title><style>${mailHeadStyles}</style></head>
<body ${style('body')}><div ${style('preheader')}>${escapeHtml(preheader)}</div>
<div ${style('sheet')}>
<div ${style('logo')}>${renderLogo(environment)}</div>
<h1 ${style('title')}>${escapeHtml(title)}</h1>
${blocks.map((block) => renderBlock(block, environment.SITE_URL)).join('\n')}
<div ${style('foot')}>${footer.map((line) => `<p ${style('footLine')}>${renderParts(line, 'footLink')}</p>`).join('')}</div>
</div></body></html>
`;
