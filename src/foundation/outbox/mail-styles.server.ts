import { listKeys } from '../../lib/list';

/**
 * The styles of emails: inline for mail programs without style sheets, and rules for phones and
 * dark mode, which can only stand in the head. Plain values, because many mail programs know no
 * variables, grid or flexbox. The colors are those of `src/ui/styles/tokens.css`.
 */

const colors = {
  paper: '#F4F2EB',
  surface: '#FCFBF8',
  sunk: '#E9E6DB',
  ink: '#16201B',
  inkMuted: '#3A423B',
  inkFaint: '#4A524B',
  line: '#D5D1C4',
  edge: '#84877B',
  cover: '#FFC53D',
  action: '#0B5A43',
  stock: '#DDD9CD',
} as const;

const dark = {
  paper: '#10150F',
  surface: '#181E18',
  sunk: '#0B0F0B',
  ink: '#F1EFE6',
  inkMuted: '#C3C6BB',
  inkFaint: '#ABB0A5',
  line: '#2E362E',
  edge: '#6F786E',
  cover: '#F5BC3A',
  action: '#6AD3A4',
  stock: '#8F9186',
} as const;

/** The card stocks behind portraits: in light and dark mode, by role. */
const stocks = {
  'Executive Assistant': ['#CBD7DA', '#8AA0A6'],
  'Operations Manager': ['#CFD9CC', '#8BA08A'],
  Receptionist: ['#E9CDBD', '#B98F7B'],
  'Customer Support': ['#E6DCC0', '#AD9F78'],
} as const;

const getStockClass = (role: string): string => `stock${role.replaceAll(/\W/g, '')}`;

/** Returns the class and the inline style of the color behind the picture of a person. */
export function getStock(role: string | undefined): { name: string; style: string } | undefined {
  const known = listKeys(stocks).find((one) => one === role);
  return known && { name: getStockClass(known), style: `background-color:${stocks[known][0]}` };
}

const font = "font-family:'Helvetica Neue',Arial,sans-serif";

/** The inline style of each class. */
export const mailStyles = {
  body: `margin:0;padding:0;background-color:${colors.paper};color:${colors.ink};${font};font-size:16px;line-height:25px`,
  preheader: 'display:none;max-height:0;overflow:hidden;font-size:1px;line-height:1px;opacity:0',
  sheet: 'max-width:600px;margin:0 auto;padding:26px 32px 32px;text-align:left',
  logo: `font-weight:bold;font-size:19px;line-height:24px;padding:0 0 22px;color:${colors.ink}`,
  title: `${font};font-size:28px;line-height:33px;font-weight:bold;letter-spacing:-.4px;margin:0 0 10px;color:${colors.ink}`,
  text: 'margin:14px 0 16px',
  link: `color:${colors.ink};font-weight:bold;text-decoration:underline`,
  until: `background-color:${colors.cover};border-top:2px solid ${colors.ink};color:#16201B;font-size:18px;line-height:24px;font-weight:bold;padding:11px 14px 12px;margin:18px 0 20px;border-radius:0 0 3px 3px`,
  untilNote: 'display:block;font-size:14px;line-height:20px;font-weight:normal',
  actions: 'margin:22px 0 8px',
  button: `display:inline-block;background-color:${colors.action};border:1px solid ${colors.action};color:#FFFFFF;font-size:16px;line-height:22px;font-weight:bold;text-decoration:none;padding:13px 24px;margin:0 8px 10px 0;border-radius:6px`,
  outline: `background-color:transparent;border-color:${colors.edge};color:${colors.ink}`,
  heading: `${font};font-size:16px;line-height:22px;font-weight:bold;margin:26px 0 0;padding:0 0 7px;border-bottom:1px solid ${colors.ink}`,
  fact: `border-bottom:1px solid ${colors.line};padding:9px 0;font-size:0`,
  factLabel: `display:inline-block;vertical-align:top;width:22%;font-size:15px;line-height:22px;color:${colors.inkFaint}`,
  factValue:
    'display:inline-block;vertical-align:top;width:78%;font-size:16px;line-height:22px;overflow-wrap:anywhere',
  factLink: `color:${colors.ink};text-decoration:underline`,
  quote: `background-color:${colors.sunk};border-radius:3px;padding:13px 16px;margin:14px 0 16px;overflow-wrap:anywhere`,
  personal: `border-left:3px solid ${colors.ink};padding:2px 0 2px 16px;margin:20px 0;font-size:18px;line-height:27px;overflow-wrap:anywhere`,
  personalBy: `display:block;font-size:15px;line-height:22px;color:${colors.inkMuted};margin-top:6px`,
  total: 'font-size:40px;line-height:44px;font-weight:bold;letter-spacing:-.8px;margin:4px 0 2px',
  when: `border:1px solid ${colors.ink};border-radius:8px;background-color:${colors.surface};margin:18px 0 20px;overflow:hidden`,
  whenWords: 'padding:15px 18px 14px',
  whenDate: 'display:block;font-size:20px;line-height:26px;font-weight:bold',
  whenDetail: `display:block;font-size:16px;line-height:23px;color:${colors.inkMuted}`,
  old: `border:1px dashed ${colors.edge};background-color:transparent;margin-bottom:-8px`,
  oldWords: 'padding:10px 18px',
  oldDate: `font-size:16px;line-height:22px;font-weight:normal;text-decoration:line-through;color:${colors.inkFaint}`,
  day: `border-top:1px solid ${colors.ink};font-size:0;line-height:0`,
  hours: `font-size:14px;line-height:18px;color:${colors.inkFaint};padding:4px 0 0`,
  hour: 'display:inline-block;width:33.33%;font-size:14px;line-height:18px',
  hourText: `display:block;padding-left:6px;border-left:1px solid ${colors.edge}`,
  hourFirst: 'border-left:0;padding-left:18px',
  open: 'display:inline-block;height:16px;vertical-align:bottom',
  block: `display:inline-block;height:16px;background-color:${colors.cover};border-top:2px solid ${colors.ink};vertical-align:bottom;box-sizing:border-box`,
  list: 'margin:14px 0 16px;padding:0 0 0 20px',
  person: `border-bottom:1px solid ${colors.line};padding:8px 0 0;font-size:0`,
  personPicture: `display:inline-block;vertical-align:bottom;width:56px;height:58px;overflow:hidden;border-bottom:5px solid ${colors.cover};background-color:${colors.stock};font-size:0;line-height:0`,
  personImage: 'display:block;border:0;width:56px;height:56px;margin-top:2px;object-fit:cover',
  personInitial:
    'display:block;padding:0 0 0 18px;font-size:26px;line-height:58px;font-weight:bold;color:#16201B',
  personWords: `display:inline-block;vertical-align:bottom;width:74%;padding:0 0 9px 14px;font-size:15px;line-height:21px;color:${colors.inkMuted};overflow-wrap:anywhere`,
  personName: `color:${colors.ink};font-size:16px`,
  foot: `margin-top:30px;font-size:14px;line-height:21px;color:${colors.inkFaint}`,
  footLine: 'margin:0 0 8px',
  footLink: `color:${colors.inkFaint}`,
} as const;

export type MailClass = keyof typeof mailStyles;

/** The colors of the mark, by class. */
export const markColors = { markBlock: colors.ink, markBar: colors.cover } as const;

/** Rules for the head. They override the inline styles. */
export const mailHeadStyles = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:599px){
.sheet{padding:20px 20px 24px!important}
.title{font-size:26px!important;line-height:31px!important}
.factLabel,.factValue{width:100%!important}
.button{display:block!important;text-align:center!important;margin-right:0!important}
}
@media (prefers-color-scheme:dark){
.body{background-color:${dark.paper}!important;color:${dark.ink}!important}
.logo,.title,.link,.factLink,.whenDate,.personName{color:${dark.ink}!important}
.whenDetail,.personalBy,.personWords{color:${dark.inkMuted}!important}
.factLabel,.hours,.foot,.footLink,.oldDate{color:${dark.inkFaint}!important}
.until,.block,.markBar{background-color:${dark.cover}!important}
.markBlock{background-color:${dark.ink}!important}
.button{background-color:${dark.action}!important;border-color:${dark.action}!important;color:#0C1A13!important}
.outline{background-color:transparent!important;border-color:${dark.edge}!important;color:${dark.ink}!important}
.heading,.day,.personal,.when{border-color:${dark.ink}!important}
.when{background-color:${dark.surface}!important}
.old{border-color:${dark.edge}!important;background-color:transparent!important}
.fact,.person{border-color:${dark.line}!important}
.personPicture{background-color:${dark.stock}!important;border-color:${dark.cover}!important}
${listKeys(stocks)
  .map((role) => `.${getStockClass(role)}{background-color:${stocks[role][1]}!important}`)
  .join('\n')}
.quote{background-color:${dark.sunk}!important}
}`;
