/** NIST SP 800-63B-4, 3.1.1.2: the minimum where the password is the only factor. */
const minPasswordLength = 15;

/**
 * Words and phrases that long passwords in breach lists consist of. A list of whole passwords would
 * be long and still miss `Password1234567!`; almost all of them are combinations of these.
 */
const commonParts = `
  administrator admin welcome passwort password passw0rd p@ssw0rd letmein changeme changethis
  iloveyou trustno1 superman sunshine princess football baseball qwertyuiop qwertzuiop asdfghjkl
  zxcvbnm qwerty azerty 1q2w3e4r5t6y 1q2w3e4r 1qaz2wsx3edc 1qaz2wsx abcdefghijklmnopqrstuvwxyz
  abcdef abc secret default example dragon monkey master login user root test pass this my is the
  a
`
  .trim()
  .split(/\s+/);

/** The minimum number of different characters that continue no sequence. */
const minDistinctCharacters = 6;

/** Lists the characters that neither repeat nor continue the one before them, up or down. */
function countSteps(text: string): number {
  const codes = [...text].map((letter) => letter.codePointAt(0) ?? 0);
  return codes.filter((code, index) => Math.abs(code - (codes[index - 1] ?? -9)) > 1).length;
}

/** Returns whether a text repeats one shorter text. */
const isRepetition = (text: string) => /^(.{1,10}?)\1+.{0,3}$/s.test(text);

/**
 * Returns why a password is too easy to guess on a public site; undefined when it is not.
 * @param names names of the site, which are guessed first
 */
export function findPasswordWeakness(
  password: string,
  names: readonly string[],
): string | undefined {
  if ([...password].length < minPasswordLength) {
    return `must have at least ${minPasswordLength} characters on a public site`;
  }
  const lower = password.toLowerCase();
  const parts = [...names.flatMap((name) => [name, ...name.split(/[\s.]+/)]), ...commonParts].map(
    (part) => part.toLowerCase(),
  );
  let rest = lower;
  for (const part of parts.toSorted((a, b) => b.length - a.length)) {
    if (part !== '') rest = rest.replaceAll(part, ' ');
  }
  const letters = rest.replace(/[\s\d!?.,;:*#@$%&_+-]+/g, '');
  if (isRepetition(lower)) return 'must not be one piece repeated';
  if (countSteps(lower) < minDistinctCharacters || new Set(lower).size < minDistinctCharacters) {
    return 'must not be a row of characters';
  }
  // Digits and symbols count if little of the password is a common word, as in generated passwords.
  const common = lower.length - rest.replaceAll(' ', '').length;
  if (common > 0 && letters.length < minDistinctCharacters) {
    return 'is too easy to guess: it is made of common words or the site’s name';
  }
  return undefined;
}
