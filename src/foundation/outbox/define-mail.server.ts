import {
  type Delivery,
  type DeliveryContext,
  type DeliveryFailure,
  defineDelivery,
  type NotSent,
  type OutboxEvent,
  type OutboxEvents,
  type Postponed,
} from './delivery.server';
import type { MailContent } from './mail-content.server';
import { createOwnerFooter, createVisitorFooter } from './mail-html.server';
import { getMailDisabledReason, getOwnerMailDisabledReason, type Mail } from './mailer.server';

/** The problem that the owner sees when emails fail. */
export const mailFailure: DeliveryFailure = {
  title: 'Email is failing',
  fix: 'Send a test email from the settings: it says what to change. What is waiting is sent by itself, and what has failed with “Send again”.',
  fixPath: '/admin/settings#mail',
  noun: 'email',
};

/** An email without what all emails to the same audience have. */
export type MailDraft = Pick<Mail, 'subject' | 'calendar'> & {
  content: Omit<MailContent, 'footer'>;
};

/** An email to the owner. Without `footer`, it ends with the lines about `about`. */
export type OwnerMailDraft = MailDraft &
  Pick<Mail, 'replyTo'> & { footer?: MailContent['footer'] | undefined };

interface MailDelivery<E extends OutboxEvent, Draft>
  extends Pick<Delivery<E>, 'kind' | 'label' | 'on' | 'appliesTo' | 'getDelayMs' | 'isSentOnce'> {
  /** Writes the email, or returns why it is not sent, or not now. */
  write(
    payload: OutboxEvents[E],
    context: DeliveryContext,
  ): Promise<Draft | NotSent | Postponed | undefined>;
}

interface OwnerMailDelivery<E extends OutboxEvent>
  extends MailDelivery<E, OwnerMailDraft>,
    Pick<Delivery<E>, 'summarize'> {
  /** What is mailed, for the footer, such as "new leads". */
  about: string;
}

/** Defines an email to the owner. */
export const defineOwnerMail = <E extends OutboxEvent>({
  about,
  write,
  ...delivery
}: OwnerMailDelivery<E>): Delivery<E> =>
  defineDelivery<E>({
    ...delivery,
    channel: 'mail',
    audience: 'owner',
    failure: mailFailure,
    getDisabledReason: getOwnerMailDisabledReason,
    async deliver(payload, context) {
      const { id, environment, mailer } = context;
      const draft = await write(payload, context);
      if (!draft || !('subject' in draft)) return draft;
      const { footer = createOwnerFooter(environment, about), content, ...mail } = draft;
      const to = environment.NOTIFY_EMAIL ?? [];
      return mailer.send({ id, to, ...mail, content: { ...content, footer } });
    },
  });

/** Defines an email to a visitor. Replies go to the site's support. */
export const defineVisitorMail = <E extends OutboxEvent>({
  write,
  ...delivery
}: MailDelivery<E, MailDraft & { to: string }>): Delivery<E> =>
  defineDelivery<E>({
    ...delivery,
    channel: 'mail',
    audience: 'visitor',
    failure: mailFailure,
    getDisabledReason: getMailDisabledReason,
    async deliver(payload, context) {
      const { id, environment, mailer } = context;
      const draft = await write(payload, context);
      if (!draft || !('subject' in draft)) return draft;
      const { content, ...mail } = draft;
      return mailer.send({
        id,
        replyTo: { name: environment.SITE_NAME, address: environment.SUPPORT_EMAIL },
        ...mail,
        content: { ...content, footer: createVisitorFooter(environment) },
        isSentOnce: delivery.isSentOnce ?? false,
      });
    },
  });
