import { useId, useState } from 'react';
import { Link } from 'wouter';
import * as radioStyles from '../../../ui/form/radio.module.css';
import * as linkStyles from '../../../ui/styles/link-button.module.css';
import * as styles from './CallsFields.module.css';
import { Setting, TextSetting } from './SettingFields';
import { useSettingsContext } from './SettingsContext';

/** Where visitors book a call: in the calendar of this site, or with another service. */
export function SchedulingSetting() {
  const { form } = useSettingsContext();
  const [isChosen, setIsChosen] = useState(false);
  const name = useId();
  const isOther = isChosen || form.values.schedulingUrl !== '';

  function chooseCalendar() {
    setIsChosen(false);
    form.set({ schedulingUrl: '' });
  }

  return (
    <>
      <Setting name="schedulingUrl">
        <fieldset className={styles.choices} aria-label="How calls are booked">
          <label>
            <input
              className={radioStyles.radio}
              type="radio"
              name={name}
              checked={!isOther}
              onChange={chooseCalendar}
            />
            <b>The calendar in this site</b>
            <small>Uses your availability. Nothing else to set up.</small>
          </label>
          <label>
            <input
              className={radioStyles.radio}
              type="radio"
              name={name}
              checked={isOther}
              onChange={() => setIsChosen(true)}
            />
            <b>Another scheduling service</b>
            <small>Paste its link. Visitors book there.</small>
          </label>
        </fieldset>
      </Setting>
      {isOther && <SchedulingLink />}
    </>
  );
}

/** The link of the other service. The choice above shows it if the server sets it. */
function SchedulingLink() {
  const { stored } = useSettingsContext();
  if (stored.fields.schedulingUrl?.source === 'server') return null;
  return <TextSetting name="schedulingUrl" />;
}

/** Leads to the hours in which calls can be booked. */
export const HoursLink = () => (
  <Link className={linkStyles.linkButton} href={useSettingsContext().hoursHref}>
    Your availability
  </Link>
);
