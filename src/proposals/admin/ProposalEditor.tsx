import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { coverPlan } from '../../cover/match';
import { getFirstName } from '../../cover/public/sheet-words';
import { type FormState, isSameValue } from '../../foundation/forms/form-state';
import { useVersionedForm } from '../../foundation/forms/use-versioned-form';
import { usePackageChoices, useTalentChoices } from '../../leads/admin/queries';
import type { LeadDetail } from '../../leads/detail-contract';
import { Button } from '../../ui/Button';
import { InputField, SelectField, TextareaField } from '../../ui/form/fields';
import * as formStyles from '../../ui/form/form.module.css';
import { LinkButton } from '../../ui/LinkButton';
import * as adminStyles from '../../ui/styles/admin.module.css';
import * as linkStyles from '../../ui/styles/link-button.module.css';
import { useToast } from '../../ui/toast/toast';
import type { AdminProposal, ProposalInput } from '../contract';
import { formatProposalName, proposalLimits } from '../proposal';
import { PriceFields } from './PriceFields';
import {
  checkValues,
  formatProposalValue,
  listPackageOptions,
  type ProposalValues,
  proposalLabels,
  toValues,
} from './proposal-values';
import * as styles from './proposals.module.css';
import { loadProposal, useSaveProposal } from './queries';
import { SendDialog } from './SendDialog';

interface Props {
  lead: LeadDetail;
  /** Undefined for a new one. */
  proposal: AdminProposal | undefined;
  /** The values of a new one. */
  initial: ProposalValues;
  /** Renders the plan, whose people are chosen for the proposal. */
  renderPlan: (values: ProposalValues, set: (change: Partial<ProposalValues>) => void) => ReactNode;
  onClose: () => void;
}

/** Lists whom and what can be proposed, and the names of all in it. */
function useChoices(proposal: AdminProposal | undefined) {
  const talents = useTalentChoices();
  const { data: packages = [] } = usePackageChoices();
  const named = [...(proposal?.people ?? []), ...(talents.data ?? []), ...packages];
  return { talents, packages, names: new Map(named.map(({ id, name }) => [id, name])) };
}

/** State of the form: a new proposal, or a version of a stored one. */
function useProposalForm({ lead, proposal, initial, onClose }: Props) {
  const { names } = useChoices(proposal);
  const save = useSaveProposal();
  const toast = useToast();
  const [isSending, setIsSending] = useState(false);
  /** Those of a new proposal: its plan's answer may change while it is written. */
  const [start] = useState(initial);

  function showSaved(saved: AdminProposal | undefined): void {
    const isSent = saved?.state === 'sent';
    toast({
      title: isSent ? 'Proposal changed' : 'Draft saved',
      ...(isSent && {
        description: `${getFirstName(lead.contactName)} sees it at the same link.`,
      }),
    });
  }

  const form = useVersionedForm<AdminProposal | undefined, ProposalValues, ProposalInput>({
    stored: proposal,
    toValues: (stored) => (stored ? toValues(stored) : start),
    check: checkValues,
    save: (input, base) => save.mutateAsync({ leadId: lead.id, base, input }),
    load: (base) => loadProposal(base?.id ?? ''),
    onSaved: showSaved,
    onClose,
    subject: 'this proposal',
    labels: proposalLabels,
    formatValue: (name, value) => formatProposalValue(name, value, names),
    renewal: { noun: 'proposal', base: undefined },
  });
  return {
    ...form,
    isSending,
    closeSending: () => setIsSending(false),
    /** Shows the version that someone else has stored, which must be read before it is sent. */
    showStored(id: string) {
      setIsSending(false);
      void form.run(async (retryAfterSignIn) => {
        form.showVersion(await retryAfterSignIn(() => loadProposal(id)));
      });
    },
    /** Saves what is not saved yet, and asks how to send it. */
    send() {
      if (form.stored && !form.isChanged) setIsSending(true);
      else {
        void form.submit(undefined, (saved, isEdited) =>
          // Sending closes the form.
          isEdited ? showSaved(saved) : setIsSending(true),
        );
      }
    },
  };
}

/** Writes a proposal, or changes one that nobody has accepted yet. */
export function ProposalEditor(props: Props) {
  const { lead, renderPlan, onClose } = props;
  const form = useProposalForm(props);
  const { state, stored, formRef, busy } = form;
  const { values, set } = state;
  const { talents } = useChoices(stored);
  const heading = useRef<HTMLHeadingElement>(null);
  const chosen = talents.data?.filter(({ id }) => values.talentIds.includes(id));
  const isDraft = stored?.state !== 'sent';

  useEffect(() => heading.current?.focus(), []);

  return (
    <>
      {values.plan && renderPlan(values, set)}
      <section className={styles.proposals} aria-labelledby="proposal-heading">
        <div className={adminStyles.sectionTitle}>
          <h2 id="proposal-heading" ref={heading} tabIndex={-1}>
            {stored ? formatProposalName(stored.number) : 'New proposal'}
          </h2>
          {lead.plan && !isSameValue(values.plan, lead.plan) && (
            <LinkButton onClick={() => set({ plan: lead.plan })}>
              Use the plan as it is now
            </LinkButton>
          )}
        </div>
        <form
          ref={formRef}
          className={styles.form}
          onSubmit={(event: FormEvent) => void form.submit(event)}
          noValidate
          aria-label="Proposal"
        >
          <div className={styles.fields}>
            <PriceFields
              form={state}
              talents={talents}
              proposed={stored?.people ?? []}
              answer={values.plan && chosen ? coverPlan(values.plan, chosen) : null}
            />
            <TextareaField
              label="Note"
              optional
              error={state.errors.note}
              maxLength={proposalLimits.note}
              value={values.note}
              onChange={(note) => set({ note })}
            />
          </div>
          <div className={styles.fields}>
            <Terms {...state} stored={stored} />
          </div>
          <div className={styles.foot}>
            <Button variant="secondary" onClick={form.close}>
              {form.isChanged ? 'Cancel' : 'Close'}
            </Button>
            {stored && (
              <a
                className={linkStyles.linkButton}
                href={stored.url}
                target="_blank"
                rel="noreferrer"
              >
                Preview
              </a>
            )}
            <span className={formStyles.hint} role="status">
              {stored && form.isChanged && 'The preview shows what is saved.'}
            </span>
            <Button variant="secondary" type="submit" busy={busy}>
              {isDraft ? 'Save draft' : 'Save changes'}
            </Button>
            <Button variant="secondary" onClick={form.send}>
              Send
            </Button>
          </div>
        </form>
        {form.dialogs}
        {form.isSending && stored && (
          <SendDialog
            lead={lead}
            proposal={stored}
            onSent={onClose}
            onOutdated={() => form.showStored(stored.id)}
            onClose={form.closeSending}
          />
        )}
      </section>
    </>
  );
}

type TermsProps = Pick<ReturnType<typeof useProposalForm>, 'stored'> & FormState<ProposalValues>;

/** The package, the days, and who writes it. */
function Terms({ values, errors, set, stored }: TermsProps) {
  const { packages } = useChoices(stored);
  const options = listPackageOptions(packages, stored);
  // A new proposal starts with the package of the lead, without a price.
  const option = options.find(({ value }) => value.split(' ')[0] === values.packageId);
  return (
    <>
      <SelectField
        label="Package"
        optional
        hint="Paid by card when the proposal is accepted."
        error={errors.packageId}
        value={option?.value ?? values.packageId}
        options={options}
        onChange={(packageId) => set({ packageId })}
      />
      <div className={formStyles.twoColumns}>
        <InputField
          label="Valid until"
          type="date"
          error={errors.validUntil}
          value={values.validUntil}
          onChange={(validUntil) => set({ validUntil })}
        />
        <InputField
          label="Earliest start"
          optional
          type="date"
          error={errors.earliestStart}
          value={values.earliestStart}
          onChange={(earliestStart) => set({ earliestStart })}
        />
      </div>
      <InputField
        label="From"
        optional
        hint="Your name. Without it, the proposal is from the business."
        error={errors.fromName}
        maxLength={proposalLimits.fromName}
        value={values.fromName}
        onChange={(fromName) => set({ fromName })}
      />
    </>
  );
}
