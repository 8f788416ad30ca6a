/** Matches quoted texts, but no apostrophes within words. */
const quotedText = /(?<![\p{L}\p{N}])["'`“‘](.*?)["'`”’](?![\p{L}\p{N}])/gu;

/** Returns whether a quotation is code, as in "(evaluating 'list.items')". */
const isCode = (quoted: string) => /^[\w$.#()[\],]*$/.test(quoted);

/**
 * Removes what visitors may have typed from an error message: email addresses, numbers of at least
 * six digits, quoted texts, and the query strings of URLs. Quoted code stays, except in messages
 * about JSON, which quote data. On one line.
 */
export function removePersonalData(message: string): string {
  const quotesData = /\bJSON\b/.test(message);
  return message
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/(https?:\/|(?<=^|[\s"'(])\/)([^\s?#"']*)[?#][^\s"']*/g, '$1$2')
    .replace(/[^\s"'<>()@]+(?:@|%40)[^\s"'<>()@]+/gi, '[email]')
    .replace(quotedText, (quoted, content: string) =>
      isCode(content) && !quotesData ? quoted : `${quoted[0]}[text]${quoted.at(-1)}`,
    )
    .replace(/\+?\d(?:[ ().-]*\d){5,}/g, '[number]')
    .trim();
}
