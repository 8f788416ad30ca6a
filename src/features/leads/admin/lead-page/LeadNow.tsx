import type { ReactNode } from 'react';
import { Button } from '../../../../ui/Button';
import { Check } from '../../../../ui/icons';
import * as textStyles from '../../../../ui/text.module.css';
import { useToast } from '../../../../ui/toast';
import type { LeadDetail } from '../../detail-contract';
import { DueTime } from '../DueTime';
import { isOpenLead } from '../labels';
import { usePatchLead } from '../mutations';
import { NoNextStep } from '../NoNextStep';
import * as cellStyles from '../now-cell.module.css';
import { Assignee } from './Assignee';
import * as styles from './LeadPage.module.css';
import type { LeadDialog } from './use-lead-dialogs';

interface StepProps {
  lead: LeadDetail;
  now: Date;
  onOpen: (dialog: LeadDialog) => void;
}

interface Props extends StepProps {
  /** The lead's next call. */
  call: ReactNode;
}

/** Next step of the lead, its next call, and its assignee. */
export function LeadNow({ lead, now, onOpen, call }: Props) {
  return (
    <div className={styles.now}>
      <NextStep lead={lead} now={now} onOpen={onOpen} />
      {call}
      <Assignee lead={lead} />
    </div>
  );
}

function NextStep({ lead, now, onOpen }: StepProps) {
  const patch = usePatchLead();
  const toast = useToast();
  const { id, nextStep } = lead;

  function complete() {
    patch.mutate(
      { id, patch: { nextStep: null } },
      {
        onSuccess: ({ updatedAt: version }) =>
          toast({
            title: 'Next step done',
            action: {
              label: 'Undo',
              run: () => patch.mutate({ id, version, patch: { nextStep } }),
            },
          }),
      },
    );
  }

  return (
    <div className={cellStyles.cell}>
      <div>
        <p className={textStyles.meta}>Next step</p>
        {nextStep ? (
          <>
            <b>{nextStep.text}</b>
            <p className={cellStyles.when}>
              <DueTime dueAt={nextStep.dueAt} now={now} />
            </p>
          </>
        ) : lead.nextCallAt ? (
          <b>Discovery call</b>
        ) : isOpenLead(lead) ? (
          <NoNextStep />
        ) : (
          <p className={cellStyles.when}>None. This lead is closed.</p>
        )}
      </div>
      {lead.deletedAt === null && (
        <span className={styles.stepActions} data-keeps-focus>
          <Button variant="quiet" size="s" onClick={() => onOpen('step')}>
            {nextStep ? 'Change' : 'Set next step'}
          </Button>
          {nextStep && (
            <Button variant="secondary" size="s" busy={patch.isPending} onClick={complete}>
              <Check />
              Done
            </Button>
          )}
        </span>
      )}
    </div>
  );
}
