import type { ReactNode } from 'react';
import { attributionRetentionDays } from '../../features/analytics/attribution/touch';
import { leadRetentionMonths } from '../../features/leads/retention';
import { type Tracking, useSite } from '../../lib/site';
import { SiteLayout } from '../layout/SiteLayout';
import './PrivacyPage.css';

/** What is kept of a visitor. Each sentence is something that the code does: change both, or neither. */
export default function PrivacyPage() {
  const { name, supportEmail, schedulingUrl, tracking } = useSite();
  return (
    <SiteLayout>
      <article className="pv">
        <div className="wrap">
          <header className="pv-h">
            <h1>Privacy</h1>
            <p className="lead">
              What we keep when you write to us, why, for how long, who sees it, and how to have it
              erased.
            </p>
          </header>
          <div className="rail" data-hours="9-12" aria-hidden="true">
            <i />
          </div>
          <PrivacySection title="What we keep">
            <p>
              You can read this whole site without telling us who you are. When you send an inquiry,
              we keep:
            </p>
            <ul>
              <li>
                what you typed: company, name and email, and whatever you added of phone, industry,
                number of locations, package and message, and whom you asked about;
              </li>
              <li>
                the time you sent it, how far our talks have come, and whether it looks like spam;
              </li>
              <li>whether the mails about it were sent;</li>
              <li>
                where you came from, the first time and last: the link’s campaign, the site it was
                on, the page it led to.
              </li>
            </ul>
            <p>
              When you book a call, we keep your name, email and company, the time of the call, your
              time zone, where you came from, and whether the call took place. If you book without
              an inquiry, we keep it as one.
            </p>
            <p>
              We also keep a checksum of what you sent, so that pressing a button twice stores it
              once: for 30 days of an inquiry, and of a call for as long as the call. Nothing can be
              read from it.
            </p>
            <p>
              To stop floods, we count requests by network address and mails by email address. We
              store these addresses as keyed hashes only, and delete them within two days.
            </p>
            <p>
              What you type before you submit stays in your own browser, so that you can come back
              to it. It is removed when you submit, or when you clear this site’s data. Your
              shortlist stays there, too, and we store it only as part of an inquiry.
            </p>
          </PrivacySection>
          <PrivacySection title="Why">
            <p>
              To answer you: to write or call back, to suggest a person or a package, and to start
              the onboarding if you decide for it. You asked us to, and that is the reason we may.
              We do not sell it, and it puts you on no newsletter.
            </p>
          </PrivacySection>
          <PrivacySection title="How long">
            <p>
              <b>{`${leadRetentionMonths} months`}</b> from the day you sent it. Then the inquiry,
              its calls and the record of its mails are deleted from our database automatically. We
              keep longer only the inquiries of people who became customers or made a payment: they
              belong to our business records.
            </p>
            <p>
              The mails themselves may be in our mailbox for longer: ask us, and we delete them. A
              copy in a backup lasts until that backup is deleted.
            </p>
            <p>
              When we take a person or a case study off this site, the picture is deleted about a
              day later, and the text after a year, or at once if you ask us.
            </p>
          </PrivacySection>
          <PrivacySection title="Who sees it">
            <p>
              The people at {name} who answer you, and the provider that carries our mail, because
              your inquiry reaches us, and our answer reaches you, as a mail.
            </p>
            <p>
              When you pay for a package by card, the card’s details go straight to Stripe, who
              takes the payment; they never reach us. We keep what was paid, when, and for which
              package.
            </p>
            {schedulingUrl !== null && (
              <p>
                The calendar behind “Book Discovery Call” is a page of{' '}
                <b className="pv-a">{new URL(schedulingUrl).hostname}</b>. It is loaded only when
                you open it, and what you enter there goes to them. Your name and email go along
                where you have typed them on this site; they tell us when a call is booked, moved or
                canceled.
              </p>
            )}
          </PrivacySection>
          <PrivacySection title="Cookies, tracking, logs" id="cookies">
            <p>
              We set no cookies for visitors. The two that we have are for the owner of this site:
              one keeps them signed in to the admin area, and one recognizes their device for 180
              days. Nothing tracks you without your consent.
            </p>
            {tracking && <TrackingPlatforms tracking={tracking} />}
            <p>
              Where you came from is remembered in your own browser, for{' '}
              {`${attributionRetentionDays} days`}, and reaches us only with an inquiry, a call or a
              payment, and as the source in the count below. IDs of clicks on ads are left out when
              your browser sends Global Privacy Control, or when you refused advertising.
            </p>
            <p>
              We count how many visit, and how far they get: a number a day for each source, without
              cookies, names or network addresses.
            </p>
            <p>
              Our server does not log who reads what. The one piece of personal data in its log is
              the network address of anyone who tries to sign in to the admin area. We keep that
              address and the browser’s name for up to a year.
            </p>
          </PrivacySection>
          <PrivacySection title="Have it erased">
            <p>
              Write to{' '}
              <a className="pv-a" href={`mailto:${supportEmail}`}>
                {supportEmail}
              </a>{' '}
              from the address that you used in the inquiry. We tell you what we hold, correct it,
              or delete it, and answer within 30 days.
            </p>
          </PrivacySection>
          <PrivacySection title="Report a security problem" id="security">
            <p>
              Write to{' '}
              <a className="pv-a" href={`mailto:${supportEmail}?subject=Security`}>
                {supportEmail}
              </a>{' '}
              with “Security” in the subject: what you did, what happened, and what you think it
              allows. Please don’t test on other people’s data, and give us 90 days before you
              publish. You get an answer within three days.
            </p>
          </PrivacySection>
        </div>
      </article>
    </SiteLayout>
  );
}

/** Who measures what, where the visitor agreed. */
function TrackingPlatforms({ tracking }: { tracking: Tracking }) {
  const { googleAnalytics, metaPixel, linkedIn, tagManager } = tracking;
  return (
    <>
      <p>If you agree, and only then, these are loaded and set cookies of their own:</p>
      <ul>
        {googleAnalytics && <li>Google Analytics, to count visits and what they lead to;</li>}
        {metaPixel && <li>the Meta pixel, to see which of our ads brought you here;</li>}
        {linkedIn && <li>the LinkedIn Insight Tag, for the same;</li>}
        {tagManager && <li>Google Tag Manager, which carries such tags.</li>}
      </ul>
      <p>
        They are told the page, the package you chose, that you began to book a call, and of an
        inquiry the company, the number of locations and the package: never your name, email or
        phone. If you agree, we keep with the inquiry the IDs that they gave your browser, and what
        your browser calls itself. You can change your mind at any time with “Cookie settings” at
        the foot of each page: it stops at once.
      </p>
    </>
  );
}

function PrivacySection({
  title,
  id,
  children,
}: {
  title: string;
  id?: string;
  children: ReactNode;
}) {
  return (
    <section className="pv-s" id={id}>
      <h2>{title}</h2>
      <div>{children}</div>
    </section>
  );
}
