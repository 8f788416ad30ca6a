import { randomUUID } from 'node:crypto';
import type { Environment } from '../../foundation/environment/environment.server';
import { connectS3 } from '../../foundation/media/s3-storage.server';
import {
  createSmtpTransport,
  explainSmtpError,
  isPlaintextAllowed,
} from '../../foundation/outbox/smtp-transport.server';
import { isLocalHost, isLocalNetworkHost } from '../../lib/network/local-network.server';
import { createSafeFetch } from '../../lib/network/safe-fetch.server';
import { type CheckContext, type Finding, formatReason, report, reportIf } from './check.server';

type S3Connection = Awaited<ReturnType<typeof connectS3>>;

/** Timeout for the response of a service. */
const timeoutMs = 8_000;

const isPublic = ({ SITE_URL }: Environment) => !isLocalHost(new URL(SITE_URL).hostname);

/** Reports settings that weaken the encryption to the mail server, even when it is unreachable. */
function examineMailEncryption(environment: Environment, smtpUrl: string): Finding[] {
  const { hostname, searchParams } = new URL(smtpUrl);
  return [
    ...reportIf(
      isPlaintextAllowed(environment),
      report.unsafe(
        `ALLOW_PLAINTEXT has smtp: if ${hostname} offers no encryption, emails and its password can be intercepted.`,
      ),
    ),
    ...reportIf(
      searchParams.get('tls.rejectUnauthorized') === 'false',
      report.unsafe(
        'SMTP_URL has tls.rejectUnauthorized=false: any server can pretend to be the mail server.',
      ),
    ),
  ];
}

/** Examines the mail server by connecting and signing in. Sends no email. */
export async function examineMail(environment: Environment): Promise<Finding[]> {
  const { SMTP_URL } = environment;
  if (!SMTP_URL)
    return [
      report.note('SMTP_URL is not set: no emails are sent. Leads appear only in the admin area.'),
    ];
  const { host } = new URL(SMTP_URL);
  const encryption = examineMailEncryption(environment, SMTP_URL);
  const transport = await createSmtpTransport(environment, {
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  });
  try {
    await transport.verify();
    return [report.ok(`The mail server ${host} accepts our emails`), ...encryption];
  } catch (error) {
    const reason = formatReason(explainSmtpError(error, environment));
    return [report.broken(`The mail server ${host} can't be used: ${reason}`), ...encryption];
  } finally {
    transport.close();
  }
}

/** Examines whether Stripe accepts the key, and whether it is a live key on a public site. */
export async function examinePayments(environment: Environment): Promise<Finding[]> {
  const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_API_BASE } = environment;
  if (!STRIPE_SECRET_KEY)
    return [report.note('Stripe is not configured: visitors can’t pay by card.')];
  const isTest = /_test_/.test(STRIPE_SECRET_KEY);
  const isMixed = isTest !== /_test_/.test(STRIPE_PUBLISHABLE_KEY ?? '');
  const findings = [
    ...reportIf(
      isMixed,
      report.broken('One of the Stripe keys is a test key, the other one is a live key.'),
    ),
    ...reportIf(
      isTest && !isMixed && isPublic(environment),
      report.unsafe('The Stripe keys are test keys: payments look real, but no money is charged.'),
    ),
    ...reportIf(
      STRIPE_API_BASE && isPublic(environment),
      report.unsafe(`STRIPE_API_BASE is ${STRIPE_API_BASE}. Use it for tests only.`),
    ),
  ];
  try {
    const options = { timeoutMs, maxBytes: 100_000, trustedUrl: STRIPE_API_BASE };
    const url = new URL('/v1/balance', STRIPE_API_BASE ?? 'https://api.stripe.com');
    const headers = { Authorization: `Bearer ${STRIPE_SECRET_KEY}` };
    const response = await createSafeFetch(environment, options)(url, { headers });
    // 403: the key is valid, but restricted from reading the balance.
    findings.push(
      response.ok || response.status === 403
        ? report.ok('Stripe accepts our key')
        : report.broken(`Stripe rejects our key: ${response.status}`),
    );
  } catch (error) {
    findings.push(report.broken(`Stripe can't be reached: ${formatReason(error)}`));
  }
  return findings;
}

/** Writes, reads and deletes an object, as the site does. @throws when one of them fails */
async function tryObject(
  { client, PutObjectCommand, GetObjectCommand, DeleteObjectCommand }: S3Connection,
  Bucket: string | undefined,
): Promise<void> {
  const object = { Bucket, Key: `pictures/doctor-${randomUUID()}` };
  const options = () => ({ abortSignal: AbortSignal.timeout(timeoutMs) });
  const content = randomUUID();
  await client.send(new PutObjectCommand({ ...object, Body: content }), options());
  try {
    const { Body } = await client.send(new GetObjectCommand(object), options());
    if ((await Body?.transformToString()) !== content) throw new Error('It returns other content');
  } finally {
    await client.send(new DeleteObjectCommand(object), options());
  }
}

/** Examines whether the picture store can be reached and the bucket accepts our credentials. */
export async function examinePictureStore({
  environment,
}: Pick<CheckContext, 'environment'>): Promise<Finding[]> {
  const { S3_ENDPOINT, S3_BUCKET } = environment;
  if (!S3_ENDPOINT) return [];
  const connection = await connectS3(environment);
  const { client, HeadBucketCommand } = connection;
  try {
    await client.send(new HeadBucketCommand({ Bucket: S3_BUCKET }), {
      abortSignal: AbortSignal.timeout(timeoutMs),
    });
    await tryObject(connection, S3_BUCKET);
    const { protocol, hostname } = new URL(S3_ENDPOINT);
    return [
      report.ok(`The bucket ${S3_BUCKET} can be written to, read and deleted from`),
      ...reportIf(
        protocol === 'http:' && !isLocalNetworkHost(hostname),
        report.unsafe('S3_ENDPOINT is not https: request signatures can be intercepted.'),
      ),
    ];
  } catch (error) {
    return [report.broken(`The picture store can't be used: ${formatReason(error)}`)];
  } finally {
    client.destroy();
  }
}
