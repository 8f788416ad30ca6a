/** Names of ICU's own that `Intl` accepts as well. `Temporal` rejects them. */
const icuName =
  /^(SystemV\/.*|(AC|AE|AG|AR|AS|BE|BS|CA|CN|CS|CT|EA|EC|IE|IS|JS|MI|NE|NS|PL|PN|PR|PS|SS|VS)T)$/i;

/** Returns whether the runtime knows an IANA time zone, for both `Intl` and `Temporal`. */
export function isTimeZone(name: string): boolean {
  // An offset ("+02:00") is not a zone: it has no daylight-saving time.
  if (!/^[A-Za-z]/.test(name) || icuName.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
