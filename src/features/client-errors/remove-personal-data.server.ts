/**
 * Removes what visitors may have typed from an error message: email addresses, numbers of at least
 * six digits, quoted texts that are not names in code, and the query strings of URLs. On one line.
 */
export const removePersonalData = (message: string): string =>
  message
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/(https?:\/\/[^\s?#"']*)[?#][^\s"']*/g, '$1')
    .replace(/[^\s"'<>()@]+@[^\s"'<>()@]+/g, '[email]')
    .replace(/"([^"]*)"/g, (quoted, content: string) =>
      /^[\w$.-]*$/.test(content) ? quoted : '"[text]"',
    )
    .replace(/\+?\d(?:[ ().-]*\d){5,}/g, '[number]')
    .trim();
