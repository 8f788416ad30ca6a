/** Headers of a request that a page of the site sends. */
export const browserHeaders = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:115.0) Gecko/20100101 Firefox/115.0',
  'sec-fetch-site': 'same-origin',
};
