// Draws the link previews and the home screen icons of the site into `public`. Run it again after a
// change of the design, and commit the results. CHROMIUM_PATH names a browser other than
// Playwright's.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { chromium } from '@playwright/test';

const colors = {
  ground: '#F4F2EB',
  surface: '#FCFBF8',
  ink: '#16201B',
  muted: '#3A423B',
  edge: '#84877B',
  hatch: '#CFCBBD',
  cover: '#FFC53D',
  ea: '#CBD7DA',
  om: '#CFD9CC',
  rec: '#E9CDBD',
  cs: '#E6DCC0',
};

/** @param {string} path @param {string} type */
const embedded = (path, type) =>
  `data:${type};base64,${readFileSync(`public/${path}`).toString('base64')}`;
/** @param {string} name */
const portrait = (name) => embedded(`pictures/portraits/${name}.svg`, 'image/svg+xml');

/** The logo of `src/ui/picture/Logo.tsx`, 34 x 22. */
const mark = `<path fill="${colors.ink}" d="M0 12h12v10H0zM22 12h12v10H22z"/><path fill="${colors.cover}" d="M6 0h22v10H6z"/>`;

const style = `
@font-face{font-family:D;src:url(${embedded('fonts/special-gothic-headings.woff2', 'font/woff2')});font-weight:700;font-stretch:75%}
@font-face{font-family:T;src:url(${embedded('fonts/instrument-sans-var.woff2', 'font/woff2')});font-weight:400 700}
*{box-sizing:border-box;margin:0}
.card{position:relative;isolation:isolate;width:1200px;height:630px;overflow:hidden;background:${colors.ground};color:${colors.ink}}
.card>*{position:absolute}
h1{left:64px;top:44px;font:700 144px/.96 D;font-stretch:75%;letter-spacing:-.016em;white-space:nowrap}
h1 span{display:block}
.on{position:relative;padding:.06em 0 .1em;margin-top:.06em}
.on::before{content:"";position:absolute;z-index:-1;inset:0 0 0 -64px;background:${colors.cover};border-radius:0 4px 4px 0}
p{left:904px;top:218px;width:250px;font:500 26px/1.34 T;color:${colors.muted}}
svg.mark{left:904px;top:62px;width:85px;height:55px}
.day{left:0;right:0;bottom:0;border-top:2px solid ${colors.ink};background:repeating-linear-gradient(135deg,${colors.hatch} 0 1.5px,transparent 1.5px 11px)}
.day>div{position:absolute;bottom:0}
.bar{height:58px;font:600 28px/56px T;padding-left:20px;white-space:nowrap}
.bar.own{background:${colors.surface};border:1.5px solid ${colors.edge};border-bottom:0;color:${colors.muted};font-weight:400}
.bar.cover{background:${colors.cover};border-top:3px solid ${colors.ink}}
.day img{position:absolute;bottom:58px;left:16px}
.ticks{z-index:1;top:0;width:100%;height:12px;background:repeating-linear-gradient(90deg,${colors.ink} 0 2px,transparent 2px 100px)}
.tile{position:absolute;bottom:0;top:0;width:200px;border-left:2px solid ${colors.ink}}
.tile:first-child{border-left:0}
.tile img{position:absolute;left:4px;bottom:42px;width:192px;height:192px}
.tile i{position:absolute;left:0;right:0;bottom:0;height:42px;border-top:3px solid ${colors.ink};background:
  linear-gradient(${colors.cover},${colors.cover}) 0 0/calc(var(--y)/12*100%) 100% no-repeat,
  repeating-linear-gradient(90deg,${colors.edge} 0 1.5px,transparent 1.5px calc(100%/12)) 0 100%/100% 12px no-repeat ${colors.surface}}
`;

const markSvg = `<svg class="mark" viewBox="0 0 34 22">${mark}</svg>`;

/** @param {string} content */
const sharePage = (content) =>
  `<style>${style}</style><div class="card">${content}${markSvg}</div>`;

const hour = 100;
/**
 * Draws a bar for hours of the day that a crew member covers.
 * @param {number} from @param {number} to @param {keyof typeof colors} stock @param {string} who
 * @param {string} role
 */
const covered = (from, to, stock, who, role) => `
  <div style="left:${from * hour}px;width:${(to - from) * hour}px;height:100%;background:${colors[stock]}">
    <img src="${portrait(who)}" width="196" height="196">
  </div>
  <div class="bar cover" style="left:${from * hour}px;width:${(to - from) * hour}px">${role}</div>`;
/** @param {number} from @param {number} to */
const inHouse = (from, to) =>
  `<div class="bar own" style="left:${from * hour}px;width:${(to - from) * hour}px">In house</div>`;

const home = sharePage(`
  <h1><span>Every open hour,</span><span class="on">covered.</span></h1>
  <p>Trained, bilingual people for franchise businesses.</p>
  <div class="day" style="height:262px">
    <div class="ticks"></div>
    ${inHouse(0, 1.7)}${covered(1.7, 5.1, 'rec', 'marisol', 'Receptionist')}
    ${inHouse(5.1, 6.8)}${covered(6.8, 10.3, 'om', 'walter', 'Operations manager')}
    ${inHouse(10.3, 12.1)}
  </div>`);

/** @param {number} from @param {number} to @param {number} bottom */
const coveredBar = (from, to, bottom) =>
  `<div style="left:${from * hour}px;width:${(to - from) * hour}px;bottom:${bottom}px;height:96px;background:${colors.cover};border-top:3px solid ${colors.ink}"></div>`;

/** A day without people, words and the logo, which are the owner's once the demo content is gone. */
const site = `<style>${style}</style><div class="card"><div class="day" style="height:630px">
  <div class="ticks"></div>
  ${coveredBar(3.5, 7.5, 400)}${coveredBar(2, 4.5, 200)}${coveredBar(7.5, 12, 200)}${coveredBar(5, 9.5, 0)}
</div></div>`;

/** @type {[keyof typeof colors, string, number][]} */
const crew = [
  ['rec', 'marisol', 7],
  ['cs', 'devon', 4],
  ['ea', 'ana-lucia', 9],
  ['om', 'walter', 12],
  ['rec', 'priya', 3],
  ['cs', 'rafael', 6],
];
const talent = sharePage(`
  <h1><span>Find the person</span><span>for your desk</span></h1>
  <div class="day" style="height:262px;background:none">
    ${crew
      .map(
        ([stock, who, years], place) =>
          `<div class="tile" style="left:${place * 200}px;background:${colors[stock]};--y:${years}"><img src="${portrait(who)}"><i></i></div>`,
      )
      .join('')}
  </div>`);

/**
 * Draws the logo on its background color.
 * @param {number} size @param {number} part the logo's share of the width
 */
const plain = (size, part) => {
  const width = 34 / part;
  return `<svg xmlns="http://www.w3.org/2000/svg" style="display:block" width="${size}" height="${size}" viewBox="${17 - width / 2} ${11 - width / 2} ${width} ${width}">
    <rect x="-99" y="-99" width="300" height="300" fill="${colors.ground}"/>${mark}</svg>`;
};
/** @param {number} size */
const rounded = (size) =>
  `<img style="display:block" src="${embedded('favicon.svg', 'image/svg+xml')}" width="${size}" height="${size}">`;

/**
 * Builds an .ico file of PNG pictures, which every browser since 2007 can read.
 * @param {[size: number, png: Buffer][]} pictures
 */
function ico(pictures) {
  const head = Buffer.alloc(6 + 16 * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length;
  for (const [index, [size, png]] of pictures.entries()) {
    const entry = 6 + 16 * index;
    head.writeUInt8(size, entry);
    head.writeUInt8(size, entry + 1);
    head.writeUInt16LE(1, entry + 4);
    head.writeUInt16LE(32, entry + 6);
    head.writeUInt32LE(png.length, entry + 8);
    head.writeUInt32LE(offset, entry + 12);
    offset += png.length;
  }
  return Buffer.concat([head, ...pictures.map(([, png]) => png)]);
}

const executablePath = process.env.CHROMIUM_PATH;
const browser = await chromium.launch(executablePath ? { executablePath } : {});

/** @param {string} html @param {number} width @param {number} [height] */
async function draw(html, width, height = width) {
  const page = await browser.newPage({ viewport: { width, height } });
  await page.setContent(`<!doctype html><body style="margin:0">${html}`);
  await page.evaluate(() => document.fonts.ready);
  const png = await page.screenshot({ omitBackground: true });
  await page.close();
  return png;
}

mkdirSync('public/icons', { recursive: true });
mkdirSync('public/share', { recursive: true });
writeFileSync('public/share/home.png', await draw(home, 1200, 630));
writeFileSync('public/share/site.png', await draw(site, 1200, 630));
writeFileSync('public/share/talent.png', await draw(talent, 1200, 630));
writeFileSync('public/apple-touch-icon.png', await draw(plain(180, 0.68), 180));
writeFileSync('public/icons/icon-192.png', await draw(rounded(192), 192));
writeFileSync('public/icons/icon-512.png', await draw(rounded(512), 512));
// Masks keep at least the middle circle of 80%.
writeFileSync('public/icons/icon-maskable-512.png', await draw(plain(512, 0.56), 512));
writeFileSync(
  'public/favicon.ico',
  ico([
    [16, await draw(rounded(16), 16)],
    [32, await draw(rounded(32), 32)],
  ]),
);
await browser.close();
