import { attributionRetentionDays } from '../../analytics/attribution/touch';

/** Facts that the standard policy depends on. */
export interface PolicySite {
  name: string;
  supportEmail: string;
  schedulingUrl: string | null;
  /** Months that inquiries are stored. */
  retentionMonths: number;
  tracking?: {
    googleAnalytics?: object;
    metaPixel?: object;
    linkedIn?: object;
    tagManager?: object;
  };
}

/** Escapes text for Markdown. */
const escapeText = (text: string) => text.replace(/[\\`*_{}[\]()#+\-.!<>|~&]/g, '\\$&');

const buildMailLink = (email: string, query = '') =>
  `[${escapeText(email)}](<mailto:${email}${query}>)`;

function describeTracking({ tracking }: PolicySite): string {
  if (!tracking) return '';
  const { googleAnalytics, metaPixel, linkedIn, tagManager } = tracking;
  const platforms = [
    googleAnalytics && '- Google Analytics, to count visits and what they lead to;',
    metaPixel && '- the Meta pixel, to see which of our ads brought you here;',
    linkedIn && '- the LinkedIn Insight Tag, for the same purpose;',
    tagManager && '- Google Tag Manager, which loads such tags.',
  ];
  return `If you agree, and only then, these are loaded and set cookies of their own:

${platforms.filter(Boolean).join('\n')}

They receive the page, the package you chose, that you began to book a call, and the company, number of locations and package of an inquiry: never your name, email or phone. If you agree, we store with the inquiry the IDs that they gave your browser, and your browser’s name. You can change your mind at any time with “Cookie settings” at the foot of each page: it stops at once.`;
}

const describeCalendar = ({ schedulingUrl }: PolicySite) =>
  schedulingUrl === null
    ? ''
    : `The calendar behind “Book Discovery Call” is provided by **${escapeText(new URL(schedulingUrl).hostname)}**. It is loaded only when you open it, and what you enter there goes to them. If you have typed your name and email on this site, we pass them on. They notify us when a call is booked, moved or canceled.`;

/**
 * Writes the standard privacy policy as Markdown. Each sentence describes what the code does:
 * change both together.
 */
export const buildDefaultPolicy = (site: PolicySite): string => `## What we store

You can read this whole site without telling us who you are. When you send an inquiry, we store:

- what you entered: company, name and email; phone, industry, number of locations, package and message if you gave them; which people you asked about; and your plan of the hours that nobody covers, if you sent it;
- when you sent it, the status of our conversation, and whether it looks like spam;
- the proposals that we wrote for you, what you asked about them, and, when one is accepted, the name that was entered, the time, and a copy of what was accepted;
- whether the emails about it were sent;
- how you found us, on your first and your latest visit: the campaign of the link, the site it was on, and the page it led to.

When you book a call, we store your name, email and company, your plan if you sent it, the time of the call, your time zone, how you found us, and whether the call took place. A booking without an inquiry is stored as an inquiry.

We also store a checksum of what you sent, so that a form sent twice is stored once. We delete it after 30 days for an inquiry, and together with the call for a call. What you sent cannot be read from it.

To prevent abuse, we count requests by network address and emails by email address. We store these addresses as keyed hashes only, and delete them within two days.

What you type before you submit stays in your browser, so that you can come back to it. It is removed when you submit, or when you clear this site’s data. Your shortlist stays there too, and we store it only as part of an inquiry.

## Why

To reply to you: to write or call back, to suggest a person or a package, and to start the onboarding if you choose it. Your request is the legal basis. We do not sell your data or add you to a newsletter.

## How long

Until **${site.retentionMonths} months** after our last contact about a closed inquiry. Then the inquiry, its calls and the record of its emails are deleted from our database automatically. We keep an inquiry for longer while we still talk with you about it, and when you became a customer or made a payment: it then belongs to our business records.

The emails themselves may stay in our mailbox for longer: ask us, and we delete them. A copy in a backup exists until that backup is deleted.

When we take a person or a case study off this site, the picture is deleted about a day later, and the text after a year, or immediately if you ask us.

## Who sees it

The people at ${escapeText(site.name)} who reply to you, and our email provider, because your inquiry and our reply are sent by email.

When you pay for a package by card, the card’s details go straight to Stripe, who takes the payment; they never reach us. We store what was paid, when, and for which package.

${describeCalendar(site)}

## Cookies, tracking, logs {#cookies}

We set no cookies for visitors. The two that we have are for the owner of this site: one keeps them signed in to the admin area, and one recognizes their device for 180 days. Nothing tracks you without your consent.

${describeTracking(site)}

How you found us is stored in your own browser for ${attributionRetentionDays} days, and is sent to us only with an inquiry, a call or a payment, and as the source in the count below. IDs of ad clicks are left out when your browser sends Global Privacy Control, or when you refused advertising.

We count visits and the steps they take, one number per day and source, and the hours that plans ask us to cover, one number per day and hour: without cookies, names or network addresses.

When a part of a page fails, your browser sends us the error with the part’s name and the versions of the page and the browser. We keep it for 30 days, without anything that you typed.

Our server does not log page views. The one piece of personal data in its log is the network address of anyone who tries to sign in to the admin area. We keep that address and the browser’s name for up to a year.

## Have it deleted

Write to ${buildMailLink(site.supportEmail)} from the address that you used in the inquiry. We tell you what we have stored, correct it, or delete it, and reply within 30 days.

## Report a security problem {#security}

Write to ${buildMailLink(site.supportEmail, '?subject=Security')} with “Security” in the subject. Say what you did, what happened, and what an attacker could do with it. Please don’t test on other people’s data, and give us 90 days before you publish. You get a reply within three days.
`;
