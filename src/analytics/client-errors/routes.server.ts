import { isbot } from 'isbot';
import type { Database } from '../../db/database.server';
import { createRateLimitCounter } from '../../db/rate-limit-counter.server';
import { type Api, describeRoutes, noContent } from '../../http/api.server';
import { createClientRateLimit } from '../../http/rate-limits.server';
import { z } from '../../lib/schema';
import { MINUTE } from '../../lib/time/durations';
import { clientError, clientErrorReport } from './contract';
import { listClientErrors, storeClientError } from './store.server';

/** The engine's name and version. On iOS all browsers have the system's engine. */
const enginePatterns = [
  [/\bOS (\d+)_(\d+).* like Mac OS X/, 'iOS'],
  [/\bFirefox\/(\d+)/, 'Firefox'],
  [/\bChrome\/(\d+)/, 'Chrome'],
  [/\bVersion\/(\d+)\.(\d+).* Safari\//, 'Safari'],
] as const;

/** Describes the engine of a user agent, as in "Firefox 115" or "iOS 16.4". */
function describeEngine(userAgent: string): string {
  for (const [pattern, name] of enginePatterns) {
    const version = pattern.exec(userAgent)?.slice(1);
    if (version) return `${name} ${version.filter(Boolean).join('.')}`;
  }
  return 'Other';
}

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

const describeRoute = describeRoutes('client-errors');

/** Maximum size of a report in bytes: its texts, each character escaped. */
const maxBodyBytes = 4096;

const rateLimit = {
  name: 'client errors',
  maxPerAddress: 20,
  maxPerNetwork: 100,
  subject: 'Too many error reports',
};

const samplingWindowMs = 10 * MINUTE;

/**
 * Number of reports from all visitors within ten minutes from which on only one in `sampleInterval`
 * is stored, which then counts for that many. So a release that fails for everybody causes few
 * writes.
 */
const maxUnsampledReports = 100;
const sampleInterval = 10;

/** Registers the routes for the browsers' error reports (public) and their list (admin). */
export function registerClientErrorRoutes(api: Api, db: Database): void {
  const admit = createClientRateLimit(db, rateLimit);
  const incrementCounter = createRateLimitCounter(db);

  /** Counts a report. @returns how many reports it stands for; 0 when it is not stored */
  async function sample(): Promise<number> {
    const [{ count } = { count: 1 }] = await incrementCounter(
      ['client errors of all'],
      samplingWindowMs,
    );
    if (count <= maxUnsampledReports) return 1;
    return count % sampleInterval === 0 ? sampleInterval : 0;
  }

  api.post(
    '/api/client-errors',
    {
      bodyLimit: maxBodyBytes,
      ...describeRoute('public', {
        operationId: 'reportClientError',
        summary: 'Report an error of a page in the browser',
        description:
          'Stored without personal data. A report that is not stored gets the same response.',
        body: clientErrorReport,
        response: { 204: noContent },
        errors: ['too_many_requests'],
      }),
    },
    async (request) => {
      await admit(request.ip);
      const agent = request.headers['user-agent'];
      const weight = agent && !isbot(agent) ? await sample() : 0;
      if (agent && weight > 0) {
        const { message, component, release, engine } = request.body;
        await storeClientError(
          db,
          {
            message: removePersonalData(message),
            component: removePersonalData(component),
            release,
            engine: engine ?? describeEngine(agent),
          },
          weight,
        );
      }
    },
  );

  api.get(
    '/api/client-errors',
    describeRoute('admin', {
      operationId: 'listClientErrors',
      summary: 'Errors of the last 30 days in visitors’ browsers',
      response: { 200: z.array(clientError) },
    }),
    () => listClientErrors(db),
  );
}
