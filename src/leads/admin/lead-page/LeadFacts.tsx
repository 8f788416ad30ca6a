import { type FormEvent, useEffect, useRef, useState } from 'react';
import { LeadSource } from '../../../analytics/admin/LeadSource';
import { useSessionRecovery } from '../../../foundation/auth/admin/SessionProvider';
import { useErrorToast } from '../../../foundation/auth/admin/use-error-toast';
import { collectFieldMessages } from '../../../lib/errors';
import { formatDateTime } from '../../../lib/format-date';
import { formatNumber } from '../../../lib/format-number';
import { getFieldErrors, hasStatus } from '../../../lib/http-client';
import { listKeys } from '../../../lib/list';
import { Button } from '../../../ui/Button';
import { FormError } from '../../../ui/Field';
import * as layoutStyles from '../../../ui/layout.module.css';
import * as linkStyles from '../../../ui/link-button.module.css';
import { PhoneNumber } from '../../../ui/PhoneNumber';
import { useToast } from '../../../ui/toast';
import { useUnsavedDialog } from '../../../ui/use-unsaved-dialog';
import { leadPatch } from '../../contract';
import type { LeadDetail } from '../../detail-contract';
import { findPackage } from '../../inquiry/package-choice';
import { LeadFields, toFieldValues } from '../LeadFields';
import { buildMailLink, formatIndustry, formatValue, isReachable } from '../labels';
import { BreakableEmail, Fact } from '../lead-parts';
import { usePatchLead } from '../mutations';
import { usePackageChoices } from '../queries';
import * as titleStyles from '../section-title.module.css';
import * as styles from './Records.module.css';

/** Form to correct what the visitor typed. The timeline shows the change. */
function FactsForm({ lead, onClose }: { lead: LeadDetail; onClose: () => void }) {
  const form = useRef<HTMLFormElement>(null);
  const [base] = useState(lead);
  const [values, setValues] = useState(() => toFieldValues(lead));
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [conflict, setConflict] = useState<string>();
  const { data: packages = [] } = usePackageChoices();
  const patch = usePatchLead({ isQuiet: true });
  const retryAfterSignIn = useSessionRecovery();
  const showError = useErrorToast();
  const toast = useToast();
  const stored = toFieldValues(base);
  const changed = listKeys(values).filter((name) => values[name] !== stored[name]);
  const { close, unsavedDialog } = useUnsavedDialog(changed.length > 0, onClose);

  useEffect(() => {
    form.current?.querySelector('input')?.focus();
  }, []);

  function handleFailure(error: unknown) {
    if (hasStatus(error, 412)) {
      setConflict('Someone else changed this lead in the meantime. Check it, then save again.');
      return;
    }
    const fields = getFieldErrors(error);
    setErrors(fields);
    if (Object.keys(fields).length === 0) showError(error);
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (patch.isPending) return;
    if (changed.length === 0) return onClose();
    const sent = {
      ...Object.fromEntries(changed.map((name) => [name, values[name]])),
      ...(changed.includes('interestedPackage') && {
        interestedPackageId: findPackage(packages, values.interestedPackage)?.id ?? null,
      }),
    };
    const input = leadPatch.safeParse(sent);
    setErrors(input.success ? {} : collectFieldMessages(input.error.issues));
    if (!input.success) return;
    try {
      await retryAfterSignIn(() =>
        patch.mutateAsync({
          id: lead.id,
          // After a conflict the owner has seen what is stored.
          version: conflict === undefined ? base.updatedAt : lead.updatedAt,
          patch: input.data,
        }),
      );
    } catch (error) {
      handleFailure(error);
      return;
    }
    toast({ title: 'Lead updated' });
    onClose();
  }

  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate aria-label="Edit facts">
      <FormError message={conflict} />
      <LeadFields values={values} errors={errors} onChange={setValues} />
      <div className={styles.formActions}>
        <Button variant="secondary" onClick={close}>
          Cancel
        </Button>
        <Button type="submit" busy={patch.isPending}>
          {patch.isPending ? 'Saving...' : 'Save'}
        </Button>
      </div>
      {unsavedDialog}
    </form>
  );
}

/** Contact and business of the lead, editable in place. */
export function LeadFacts({ lead }: { lead: LeadDetail }) {
  const [isEditing, setIsEditing] = useState(false);
  return (
    <section aria-labelledby="facts-heading" data-keeps-focus>
      <div className={titleStyles.title}>
        <h2 id="facts-heading">Facts</h2>
        {!isEditing && lead.deletedAt === null && (
          <button
            type="button"
            className={linkStyles.linkButton}
            onClick={() => setIsEditing(true)}
          >
            Edit<span className={layoutStyles.visuallyHidden}> facts</span>
          </button>
        )}
      </div>
      {isEditing ? (
        <FactsForm lead={lead} onClose={() => setIsEditing(false)} />
      ) : (
        <FactList lead={lead} />
      )}
    </section>
  );
}

function FactList({ lead }: { lead: LeadDetail }) {
  const { email, phone, industry, numberOfLocations, interestedPackage, message } = lead;
  const canReach = isReachable(lead);
  return (
    <dl className={styles.facts}>
      <Fact name="Email">
        {canReach ? (
          <a href={buildMailLink(email)}>
            <BreakableEmail email={email} />
          </a>
        ) : (
          <BreakableEmail email={email} />
        )}
      </Fact>
      <Fact name="Phone">{phone && (canReach ? <PhoneNumber phone={phone} /> : phone)}</Fact>
      <Fact name="Industry">{industry && formatIndustry(industry)}</Fact>
      <Fact name="Locations">{numberOfLocations !== null && formatNumber(numberOfLocations)}</Fact>
      <Fact name="Package">{interestedPackage}</Fact>
      <Fact name="Value" missing={formatValue(null)}>
        {lead.value !== null && formatValue(lead.value)}
      </Fact>
      <Fact name="Source" missing="Unknown">
        {lead.attribution ? <LeadSource attribution={lead.attribution} /> : lead.source}
      </Fact>
      <Fact name="Created">{formatDateTime(lead.createdAt)}</Fact>
      <Fact name="Message">{message && <span className={styles.message}>{message}</span>}</Fact>
    </dl>
  );
}
