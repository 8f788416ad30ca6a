/** Headers of a request that a page of the site sends. */
export const browserHeaders = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:115.0) Gecko/20100101 Firefox/115.0',
  'sec-fetch-site': 'same-origin',
};

/** What a page of the site reports when its script fails. */
export const errorReport = {
  message: 'TypeError: URL.parse is not a function',
  component: 'The page',
  release: 'client-Bk3xQ9.js',
  engine: 'Firefox 115',
};
