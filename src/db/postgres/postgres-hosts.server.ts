const urlPattern = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/s;

/**
 * Splits an address with several hosts, as libpq writes it (`postgres://user@one:5432,two/name`),
 * into one address for each host.
 */
export function listDatabaseUrls(url: string): string[] {
  const [, start, hosts, end] = urlPattern.exec(url) ?? [];
  if (start === undefined || hosts === undefined) return [url];
  return hosts.split(',').map((host) => `${start}${host}${end}`);
}

const urlSettings = ['DATABASE_URL', 'MIGRATION_DATABASE_URL', 'DATABASE_REPLICA_URL'] as const;

/** Lists the hosts of all database URLs in the settings: an address for each, with its setting. */
export const listDatabaseHosts = (
  settings: Partial<Record<(typeof urlSettings)[number], string | undefined>>,
) =>
  urlSettings.flatMap((setting) => {
    const url = settings[setting];
    return url ? listDatabaseUrls(url).map((hostUrl) => ({ setting, url: hostUrl })) : [];
  });

/** Returns the address with another value of a parameter, for all of its hosts. */
export function setUrlParameter(url: string, name: string, value: string): string {
  const [first = ''] = listDatabaseUrls(url);
  const { search } = new URL(first);
  const parameters = new URLSearchParams(search);
  parameters.set(name, value);
  return `${search ? url.slice(0, url.indexOf('?')) : url}?${parameters}`;
}
