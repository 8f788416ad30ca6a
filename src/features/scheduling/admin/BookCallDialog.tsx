import { type FormEvent, useId, useState } from 'react';
import { HttpError } from '../../../lib/http-client';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { Field } from '../../../ui/Field';
import * as formStyles from '../../../ui/form.module.css';
import { useToast } from '../../../ui/toast';
import { TimeZoneSelect } from '../TimeZoneSelect';
import { formatBookingTime } from './booking-labels';
import { CallTimeFields, toStart } from './CallTimeFields';
import * as styles from './calls.module.css';
import { useBookCall } from './queries';

interface Props {
  leadId: string;
  onClose: () => void;
}

/** Books a call for a lead, also outside the owner's hours. */
export function BookCallDialog({ leadId, onClose }: Props) {
  const book = useBookCall();
  const toast = useToast();
  const formId = useId();
  const [time, setTime] = useState('');
  const [timeZone, setTimeZone] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  const [meetingUrl, setMeetingUrl] = useState('');
  const [message, setMessage] = useState('');
  const [wasSent, setWasSent] = useState(false);
  const start = toStart(time);
  const { error } = book;
  const body = error instanceof HttpError ? error.body : {};

  function submit(event: FormEvent) {
    event.preventDefault();
    setWasSent(true);
    if (!start) return;
    book.mutate(
      { leadId, start, timeZone, meetingUrl: meetingUrl || null, message: message || null },
      {
        onSuccess(booked) {
          toast({ title: 'Call booked', description: formatBookingTime(booked) });
          onClose();
        },
      },
    );
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="Book a call"
      footer={
        <>
          <Button variant="secondary" onClick={onClose} disabled={book.isPending}>
            Close
          </Button>
          <Button type="submit" form={formId} busy={book.isPending}>
            Book the call
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.ownForm} onSubmit={submit} noValidate>
        <CallTimeFields
          value={time}
          onChange={setTime}
          name="them"
          timeZone={timeZone}
          error={
            body.fields?.start ??
            (body.fields ? undefined : body.message) ??
            (wasSent && !start ? 'Choose a time' : undefined)
          }
        />
        <TimeZoneSelect value={timeZone} onChange={setTimeZone} />
        <Field
          label="Meeting link"
          optional
          error={body.fields?.meetingUrl}
          hint="Without one, the link in Settings is sent."
        >
          {(control) => (
            <input
              {...control}
              className={formStyles.input}
              type="url"
              inputMode="url"
              maxLength={500}
              value={meetingUrl}
              onChange={(event) => setMeetingUrl(event.target.value)}
            />
          )}
        </Field>
        <Field label="A sentence for them" optional>
          {(control) => (
            <textarea
              {...control}
              className={formStyles.input}
              maxLength={1000}
              value={message}
              onChange={(event) => setMessage(event.target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
