import { type Locale, locales } from '../../../foundation/environment/settings-table';
import { defaultTimeZone, getDateLocale } from '../../../lib/region';
import * as logoStyles from '../../../ui/picture/Logo.module.css';
import { ChoiceField } from '../../kit/form/FormFields';
import { toText } from '../../kit/form/item-values';
import { TimeZoneField } from '../../kit/form/TimeZoneField';
import * as styles from './BusinessFields.module.css';
import { TextSetting } from './SettingFields';
import { useSettingsContext } from './SettingsContext';

interface Props {
  name: string;
  /** URLs of the pictures; empty for the drawn mark. */
  logo: string;
  favicon: string;
}

/** The business's mark on light and dark pages and in a browser tab, before it is saved. */
function MarkPreview({ name, logo, favicon }: Props) {
  const mark = logo ? (
    <img src={logo} alt="" />
  ) : (
    <>
      {/* As in ui/picture/Logo. Shared code there would be part of every public page. */}
      <svg viewBox="0 0 34 22" aria-hidden="true">
        <path className={logoStyles.desk} d="M0 12h12v10H0zM22 12h12v10H22z" />
        <path className={logoStyles.bar} d="M6 0h22v10H6z" />
      </svg>
      <span>{name}</span>
    </>
  );
  return (
    <div className={styles.stages} aria-hidden="true">
      <figure>
        <div className={`${styles.stage} ${styles.onLight}`}>
          <div className={`${logoStyles.link} ${styles.mark}`}>{mark}</div>
        </div>
        <figcaption>Light pages</figcaption>
      </figure>
      <figure>
        <div className={`${styles.stage} ${styles.onDark}`}>
          <div className={`${logoStyles.link} ${styles.mark}`}>{mark}</div>
        </div>
        <figcaption>Dark pages</figcaption>
      </figure>
      <figure>
        <div className={styles.stage}>
          <div className={styles.tab}>
            <img src={favicon || '/favicon.svg'} alt="" width={16} height={16} />
            <span>{name}</span>
          </div>
        </div>
        <figcaption>Browser tab</figcaption>
      </figure>
    </div>
  );
}

const localeLabels: Record<Locale, string> = {
  'en-US': 'United States',
  'en-CA': 'Canada',
  'en-GB': 'United Kingdom',
  'en-AU': 'Australia',
  'es-US': 'United States (Spanish)',
  'es-MX': 'Mexico',
};

/** Not `es-US`, which writes dates and money as `en-US` does. */
const offeredLocales = locales.filter((locale) => locale !== 'es-US');

const getLocaleLabel = (locale: string): string =>
  Object.entries(localeLabels).find(([name]) => name === locale)?.[1] ?? locale;

function formatSample(locale: string): string {
  const date = new Intl.DateTimeFormat(getDateLocale(locale), { dateStyle: 'long' }).format(
    new Date(),
  );
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' });
  return `${date} and ${money.format(1250)}`;
}

/** Returns an empty text for a locale that this browser does not know. */
function tryFormatSample(locale: string): string {
  try {
    return formatSample(locale);
  } catch {
    return '';
  }
}

export function BusinessZone() {
  const { form } = useSettingsContext();
  return (
    <TimeZoneField
      form={form}
      name="timeZone"
      emptyLabel="Use the default"
      defaultZone={defaultTimeZone}
      hint="Your hours for calls are in it, too."
    />
  );
}

export function LocaleField() {
  const { form } = useSettingsContext();
  const locale = toText(form.values.locale);
  return (
    <ChoiceField
      form={form}
      name="locale"
      options={offeredLocales}
      getLabel={getLocaleLabel}
      emptyLabel="Use the default"
      hint={locale ? tryFormatSample(locale) : ''}
    />
  );
}

/** The mark with the values of the form. */
function BusinessMark() {
  const { form, stored, isFound } = useSettingsContext();
  const { businessName, logo, favicon } = form.values;
  if (!isFound('logo') && !isFound('favicon')) return null;
  return (
    <MarkPreview
      name={toText(businessName) || toText(stored.fields.businessName?.value)}
      logo={toText(logo)}
      favicon={toText(favicon)}
    />
  );
}

/** The name, above the mark with it. */
export const BusinessName = () => (
  <>
    <TextSetting name="businessName" />
    <BusinessMark />
  </>
);
