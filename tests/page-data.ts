/** The data that a page carries for the browser to hydrate from. */
export function pageData(body: string) {
  const text = /<script type="application\/json" id="page-data">(.*?)<\/script>/s.exec(body)?.[1];
  return JSON.parse(text ?? 'null');
}
