import type { SiteOptions } from '../../foundation/environment/define-plugin.server';
import { type Api, undocumentedRoute } from '../../http/api.server';
import { AppError } from '../../lib/errors';
import { parseCalEvent } from './cal-webhook.server';
import {
  isCalendlySignatureValid,
  isValidHmac,
  parseCalendlyEvent,
} from './calendly-webhook.server';
import type { ProviderEvent } from './provider-event.server';
import { recordProviderEvent } from './record-provider-event.server';

/** Maximum size of a provider's message, in bytes. */
const bodyLimit = 256 * 1024;

/** Parses a signed message. @throws AppError invalid */
function parseMessage(body: string, read: (body: unknown) => ProviderEvent | null) {
  try {
    return read(JSON.parse(body));
  } catch {
    throw new AppError('invalid', 'The request body could not be read.');
  }
}

/**
 * Registers the providers' webhooks in a separate scope, which keeps the raw body that the
 * signature covers.
 */
export async function registerSchedulingWebhooks(
  api: Api,
  { db, environment }: SiteOptions,
): Promise<void> {
  const { CALENDLY_WEBHOOK_SECRET, CAL_WEBHOOK_SECRET } = environment;

  const providers = [
    {
      path: 'calendly',
      secret: CALENDLY_WEBHOOK_SECRET,
      header: 'calendly-webhook-signature',
      isGenuine: isCalendlySignatureValid,
      read: parseCalendlyEvent,
    },
    {
      path: 'cal',
      secret: CAL_WEBHOOK_SECRET,
      header: 'x-cal-signature-256',
      isGenuine: isValidHmac,
      read: parseCalEvent,
    },
  ];

  await api.register(async (scope: Api) => {
    scope.removeContentTypeParser('application/json');
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'string', bodyLimit },
      (_request, body, done) => done(null, body),
    );
    for (const { path, secret, header, isGenuine, read } of providers) {
      scope.post(
        `/api/scheduling/webhook/${path}`,
        { ...undocumentedRoute, bodyLimit },
        async (request, reply) => {
          if (secret === undefined) throw new AppError('not_found', 'Not found');
          const body = typeof request.body === 'string' ? request.body : '';
          if (!isGenuine(String(request.headers[header] ?? ''), body, secret)) {
            throw new AppError('unauthenticated', 'The signature is wrong or too old.');
          }
          const event = parseMessage(body, read);
          if (event) await recordProviderEvent(db, event);
          return reply.code(204).send();
        },
      );
    }
  });
}
