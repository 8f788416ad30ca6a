const maxLength = 60;

/** Shortens a URL for display: without the scheme, and at most 60 characters. */
export function formatAddress(url: string): string {
  const { host, pathname } = new URL(url);
  const address = host + (pathname === '/' ? '' : pathname);
  return address.length > maxLength ? `${address.slice(0, maxLength - 1)}…` : address;
}

/** Formats a field's name as words: `companyName` becomes "Company name". */
export function formatFieldName(field: string): string {
  const words = field.replace(/([A-Z])/g, ' $1').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
