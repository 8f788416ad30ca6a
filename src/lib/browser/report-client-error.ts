import { findEntryScript } from './release-reload';

/** Maximum characters of each part of a report. */
export const maxReportChars = { message: 300, component: 80, release: 80 };

/** The parts of an error report. It contains no address, no user and no input. */
export type ClientErrorReport = Record<keyof typeof maxReportChars, string>;

/** Maximum number of reports per page: a broken page can fail again and again. */
const maxReportsPerPage = 3;

/** Session storage key of the errors that this visit has reported. */
const storageKey = 'reported-errors';

let reportsOfPage = 0;

/** Returns whether the error is to be reported: once per visit, and a few per page. */
function claimReport(body: string): boolean {
  if (reportsOfPage >= maxReportsPerPage) return false;
  try {
    const reported: string[] = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]');
    if (reported.includes(body)) return false;
    sessionStorage.setItem(storageKey, JSON.stringify([...reported, body].slice(-20)));
  } catch {
    // Without session storage each page reports its own errors.
  }
  reportsOfPage += 1;
  return true;
}

/**
 * Reports an error to the server. Failures are ignored.
 * @param component the part of the page that failed
 */
export function reportClientError(error: unknown, component: string): void {
  const report: ClientErrorReport = {
    message: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
    component,
    release: findEntryScript()?.split('/').pop() ?? 'unknown',
  };
  const body = JSON.stringify(
    Object.fromEntries(
      Object.entries(maxReportChars).map(([part, max]) => [
        part,
        report[part as keyof ClientErrorReport].slice(0, max),
      ]),
    ),
  );
  if (!claimReport(body)) return;
  fetch('/api/client-errors', {
    method: 'POST',
    keepalive: true,
    headers: { 'Content-Type': 'application/json' },
    body,
  }).catch(() => undefined);
}
