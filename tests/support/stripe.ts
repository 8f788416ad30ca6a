import { createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listenOnFreePort } from './free-port';

const secretKey = 'sk_test_crew';
const webhookSecret = 'whsec_crew';

interface Charge {
  object: 'charge';
  id: string;
  payment_intent: string;
  amount: number;
  amount_refunded: number;
  refunded: boolean;
  currency: string;
  metadata: Record<string, string>;
}

export interface StripeIntent {
  object: 'payment_intent';
  id: string;
  amount: number;
  amount_received: number;
  currency: string;
  status: string;
  client_secret: string;
  metadata: Record<string, string>;
  last_payment_error: { code: string } | null;
  latest_charge: string | null;
}

interface StripeResponse {
  status: number;
  body: object;
}

interface Call {
  method: string;
  path: string;
  idempotencyKey: string | undefined;
  form: Record<string, string>;
}

const createError = (status: number, type: string, code: string): StripeResponse => ({
  status,
  body: { error: { type, code, message: code } },
});
const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`;

/** Parses form fields such as `metadata[paymentId]` into an object. */
const parseMetadata = (form: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(form).flatMap(([name, value]) => {
      const key = /^metadata\[(\w+)\]$/.exec(name)?.[1];
      return key ? [[key, value] as const] : [];
    }),
  );

export interface SignedEvent {
  payload: string;
  headers: Record<string, string>;
}

/** Signs an event's payload as Stripe does. @param at in seconds since 1970 */
export function signEvent(
  payload: string,
  { secret = webhookSecret, at = Math.floor(Date.now() / 1000) } = {},
): SignedEvent {
  const signature = createHmac('sha256', secret).update(`${at}.${payload}`).digest('hex');
  return {
    payload,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'stripe-signature': `t=${at},v1=${signature}`,
    },
  };
}

/**
 * Starts a stand-in for the part of Stripe's API that the site uses, with the actions of a customer
 * and a bank, on a random port. It does not keep the process alive.
 */
export async function startStripe() {
  const intents = new Map<string, StripeIntent>();
  const charges = new Map<string, Charge>();
  const responsesByKey = new Map<string, { form: string; response: StripeResponse }>();
  const calls: Call[] = [];
  let failing = { how: 'down' as number | 'down', times: 0 };
  let released: Promise<void> = Promise.resolve();

  function getIntent(id: string): StripeIntent {
    const intent = intents.get(id);
    if (!intent) throw new Error(`There is no ${id}.`);
    return intent;
  }

  function create(form: Record<string, string>): StripeResponse {
    const amount = Number(form.amount);
    if (!Number.isInteger(amount) || amount < 50 || amount > 99_999_999) {
      return createError(400, 'invalid_request_error', 'amount_too_small');
    }
    const id = newId('pi');
    const intent: StripeIntent = {
      object: 'payment_intent',
      id,
      amount,
      amount_received: 0,
      currency: form.currency ?? '',
      status: 'requires_payment_method',
      client_secret: `${id}_secret_${randomBytes(8).toString('hex')}`,
      metadata: parseMetadata(form),
      last_payment_error: null,
      latest_charge: null,
    };
    intents.set(id, intent);
    return { status: 200, body: { ...intent } };
  }

  function handleCall({ method, path, form }: Call): StripeResponse {
    const [, id = '', action] = /^\/v1\/payment_intents\/(\w+)(\/cancel)?$/.exec(path) ?? [];
    if (method === 'POST' && path === '/v1/payment_intents') return create(form);
    if (path === '/v1/balance') return { status: 200, body: { object: 'balance' } };
    const intent = intents.get(id);
    if (!intent) return createError(404, 'invalid_request_error', 'resource_missing');
    if (action) {
      if (['succeeded', 'canceled', 'processing'].includes(intent.status)) {
        return createError(400, 'invalid_request_error', 'payment_intent_unexpected_state');
      }
      intent.status = 'canceled';
    }
    const charge = intent.latest_charge && charges.get(intent.latest_charge);
    const expanded = form['expand[0]'] === 'latest_charge' && charge;
    return { status: 200, body: { ...intent, ...(expanded && { latest_charge: charge }) } };
  }

  /** Repeats the first response to an idempotency key, including an error. */
  function withIdempotency(call: Call, getResponse: () => StripeResponse): StripeResponse {
    const { idempotencyKey: key } = call;
    if (key === undefined || call.method !== 'POST') return getResponse();
    const form = JSON.stringify([call.path, call.form]);
    const previous = responsesByKey.get(key);
    if (previous && previous.form !== form)
      return createError(400, 'idempotency_error', 'other_request');
    const response = previous?.response ?? getResponse();
    responsesByKey.set(key, { form, response });
    return response;
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const body = new URLSearchParams(await text(request));
    const key = request.headers['idempotency-key'];
    const call: Call = {
      method: request.method ?? '',
      path: url.pathname,
      idempotencyKey: typeof key === 'string' ? key : undefined,
      form: Object.fromEntries([...url.searchParams, ...body]),
    };
    calls.push(call);
    await released;
    const { how, times } = failing;
    if (times > 0) failing = { how, times: times - 1 };
    if (times > 0 && how === 'down') {
      request.socket.destroy();
      return;
    }
    const { status, body: responseBody } =
      request.headers.authorization !== `Bearer ${secretKey}`
        ? createError(401, 'invalid_request_error', 'invalid_api_key')
        : withIdempotency(call, () =>
            times > 0 ? createError(Number(how), 'api_error', 'fault') : handleCall(call),
          );
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(responseBody));
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  const url = `http://127.0.0.1:${await listenOnFreePort(server)}`;
  server.unref();

  return {
    url,
    /** The settings of a site that takes payments through this server. */
    settings: {
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_PUBLISHABLE_KEY: 'pk_test_crew',
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_BASE: url,
    },
    intents,
    calls,
    /** Returns the only PaymentIntent. @throws unless there is exactly one */
    only() {
      const [intent, ...others] = intents.values();
      if (!intent || others.length > 0) throw new Error(`${intents.size} intents, not one.`);
      return intent;
    },
    pay(id: string) {
      const intent = getIntent(id);
      const { amount, currency, metadata } = intent;
      const charge: Charge = {
        object: 'charge',
        id: newId('ch'),
        payment_intent: id,
        amount,
        amount_refunded: 0,
        refunded: false,
        currency,
        metadata,
      };
      charges.set(charge.id, charge);
      const paid = { status: 'succeeded', amount_received: amount, last_payment_error: null };
      Object.assign(intent, { ...paid, latest_charge: charge.id });
    },
    decline(id: string) {
      Object.assign(getIntent(id), {
        status: 'requires_payment_method',
        last_payment_error: { code: 'card_declined' },
      });
    },
    /** @param amount in cents; the full amount by default */
    refund(id: string, amount?: number) {
      const charge = charges.get(getIntent(id).latest_charge ?? '');
      if (!charge) throw new Error(`${id} is not paid.`);
      charge.amount_refunded = amount ?? charge.amount;
      charge.refunded = charge.amount_refunded === charge.amount;
    },
    /** Responds to the next calls with a status, or closes their connections with `down`. */
    fail(how: number | 'down', times = 1) {
      failing = { how, times };
    },
    /** Delays all responses until the returned function is called. */
    hold() {
      let release = (): void => {};
      released = new Promise<void>((resolve) => {
        release = resolve;
      });
      return release;
    },
    /** Builds a signed event about the current state of a PaymentIntent. */
    event(type: string, id: string) {
      const intent = getIntent(id);
      const charge = charges.get(intent.latest_charge ?? '');
      const object = type.startsWith('charge.') ? charge : intent;
      return signEvent(
        JSON.stringify({ id: newId('evt'), object: 'event', type, data: { object } }),
      );
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export type StripeTestServer = Awaited<ReturnType<typeof startStripe>>;
