import { type FormEvent, useEffect, useState } from 'react';
import { LeadSource } from '../../../analytics/admin/LeadSource';
import { pickChangedFields, toCheckedValues } from '../../../foundation/forms/form-state';
import { useVersionedForm } from '../../../foundation/forms/use-versioned-form';
import { formatNumber } from '../../../lib/format-number';
import { request } from '../../../lib/network/http-client';
import { formatDateTime } from '../../../lib/time/format-date';
import { Button } from '../../../ui/Button';
import { useCloseWhileOpen } from '../../../ui/dialog/use-close-while-open';
import { LinkButton } from '../../../ui/LinkButton';
import { PhoneNumber } from '../../../ui/PhoneNumber';
import * as adminStyles from '../../../ui/styles/admin.module.css';
import * as layoutStyles from '../../../ui/styles/layout.module.css';
import { useToast } from '../../../ui/toast/toast';
import { type Lead, leadPatch } from '../../contract';
import type { LeadDetail } from '../../detail-contract';
import type { LeadValues } from '../../inquiry/lead-form-options';
import { findPackage, type PackageChoice } from '../../inquiry/package-choice';
import { LeadFields, leadFieldLabels, toFieldValues } from '../LeadFields';
import { buildMailLink, formatIndustry, formatValue, isReachable } from '../labels';
import { BreakableEmail, Fact } from '../lead-parts';
import { usePatchLead } from '../mutations';
import { leadsKey, usePackageChoices } from '../queries';
import * as styles from './Records.module.css';

/** Form to correct what the visitor typed. The timeline shows the change. */
function FactsForm({ lead, ...props }: { lead: LeadDetail; onClose: () => void }) {
  const onClose = useCloseWhileOpen(props.onClose);
  const { data: packages = [] } = usePackageChoices();
  const patch = usePatchLead({ isQuiet: true });
  const toast = useToast();
  const form = useVersionedForm({
    stored: lead,
    toValues: toFieldValues,
    check: (values, base) => toCheckedValues(leadPatch.safeParse(toPatch(base, values, packages))),
    save: (input, { id, updatedAt }: Lead) =>
      patch.mutateAsync({ id, version: updatedAt, patch: input }),
    load: () => request<Lead>([...leadsKey, lead.id].join('/')),
    onSaved(_, isEdited) {
      toast({ title: 'Lead updated' });
      if (!isEdited) onClose();
    },
    onClose,
    subject: 'this lead',
    labels: leadFieldLabels,
    formatValue: (name, value) =>
      name === 'industry' && value ? formatIndustry(String(value)) : undefined,
  });
  const { state, formRef, busy } = form;

  useEffect(() => {
    formRef.current?.querySelector('input')?.focus();
  }, [formRef]);

  function submit(event: FormEvent) {
    if (form.isChanged) return form.submit(event);
    event.preventDefault();
    onClose();
  }

  return (
    <form
      ref={formRef}
      className={styles.form}
      onSubmit={submit}
      noValidate
      aria-label="Edit facts"
    >
      <LeadFields values={state.values} errors={state.errors} onChange={state.set} />
      <div className={styles.formActions}>
        <Button variant="quiet" onClick={form.close}>
          Cancel
        </Button>
        <Button variant="secondary" type="submit" busy={busy}>
          {busy ? 'Saving...' : 'Save'}
        </Button>
      </div>
      {form.dialogs}
    </form>
  );
}

/** Builds the change of a lead from the form: only the changed fields. */
function toPatch(base: LeadValues, values: LeadValues, packages: readonly PackageChoice[]) {
  const changes = pickChangedFields(base, values);
  return 'interestedPackage' in changes
    ? {
        ...changes,
        interestedPackageId: findPackage(packages, values.interestedPackage)?.id ?? null,
      }
    : changes;
}

/** Contact and business of the lead, editable in place. */
export function LeadFacts({ lead }: { lead: LeadDetail }) {
  const [isEditing, setIsEditing] = useState(false);
  return (
    <section aria-labelledby="facts-heading" data-keeps-focus>
      <div className={adminStyles.sectionTitle}>
        <h2 id="facts-heading">Facts</h2>
        {!isEditing && lead.deletedAt === null && (
          <LinkButton onClick={() => setIsEditing(true)}>
            Edit<span className={layoutStyles.visuallyHidden}> facts</span>
          </LinkButton>
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

/** The facts, without the message, which is in the timeline. */
function FactList({ lead }: { lead: LeadDetail }) {
  const { email, phone, industry, numberOfLocations, interestedPackage } = lead;
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
    </dl>
  );
}
