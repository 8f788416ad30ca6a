import { findProgram, installDebianPackages } from '../support/debian-packages';

/** The programs that these tests start, by their Debian package. */
const programs = {
  age: 'age',
  bsdutils: 'script',
  caddy: 'caddy',
  'libreoffice-calc-nogui': 'soffice',
  nginx: 'nginx',
  pgbouncer: 'pgbouncer',
  systemd: 'systemd-analyze',
};

/**
 * Installs the missing programs before the first test, because apt-get refuses to run twice at a
 * time, and because no test's time limit should include a download.
 */
export default function setup(): void {
  const missing = Object.entries(programs).flatMap(([packageName, program]) =>
    findProgram(program) ? [] : [packageName],
  );
  if (missing.length > 0) installDebianPackages(missing.join(', '), missing);
}
