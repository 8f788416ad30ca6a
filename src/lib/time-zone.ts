/** Returns whether the runtime knows an IANA time zone. */
export function isTimeZone(name: string): boolean {
  // An offset ("+02:00") is not a zone: it has no daylight-saving time.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
