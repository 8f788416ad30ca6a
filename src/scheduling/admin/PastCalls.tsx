import { getDateFormat } from '../../lib/time/format-date';
import { Button } from '../../ui/Button';
import { CallRow } from './CallRow';
import * as styles from './CallRow.module.css';
import { CallFormButton } from './call/call-forms';
import { LeadMoveButtons, UnconfirmedPerson } from './call/call-questions';
import { useResultToast } from './call/use-call-toast';
import { getCallPersonName, resultLabels } from './call-labels';
import { type Call, useLogCallResult } from './queries';
import * as headerStyles from './UpcomingCalls.module.css';

interface Props {
  /** The newest first. */
  calls: readonly Call[];
  /** Canceled calls whose lead waits for the owner's decision. */
  undecided: readonly Call[];
}

const formatCallDay = ({ start }: Call): string =>
  start === null
    ? ''
    : getDateFormat({ weekday: 'short', month: 'short', day: 'numeric' }).format(new Date(start));

/** Calls that are over or canceled, with the buttons to set their results. */
export function PastCalls({ calls, undecided }: Props) {
  if (calls.length === 0) return null;
  return (
    <section className={headerStyles.upcoming} aria-labelledby="past-calls-heading" tabIndex={-1}>
      <div className={headerStyles.header}>
        <h2 id="past-calls-heading">Past and canceled</h2>
      </div>
      <ul aria-label="Past and canceled calls">
        {calls.map((call) => (
          <li key={call.id}>
            {call.status === 'canceled' ? (
              <CanceledCall call={call} isUndecided={undecided.some(({ id }) => id === call.id)} />
            ) : (
              <CallRow
                call={call}
                note={formatCallDay(call)}
                actions={<ResultActions call={call} />}
              >
                {!call.personConfirmed && <UnconfirmedPerson call={call} />}
              </CallRow>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function CanceledCall({ call, isUndecided }: { call: Call; isUndecided: boolean }) {
  return (
    <CallRow
      call={call}
      note={formatCallDay(call)}
      actions={
        isUndecided ? (
          <LeadMoveButtons call={call} />
        ) : (
          <span className={styles.state}>canceled</span>
        )
      }
    >
      {isUndecided && (
        <p className={styles.question}>
          The call was canceled. Move {getCallPersonName(call)} back to contacted?
        </p>
      )}
    </CallRow>
  );
}

/** The result of a call, or the buttons to set it. A no-show has neither. */
function ResultActions({ call }: { call: Call }) {
  const log = useLogCallResult();
  const showResult = useResultToast();
  const name = getCallPersonName(call);

  const markNoShow = () =>
    log.mutate(
      { id: call.id, result: 'no_show', note: null, nextStep: null },
      {
        onSuccess: (marked) => showResult('Marked as a no-show', call.name ?? name, call, marked),
      },
    );

  return (
    <>
      {call.result ? (
        <span className={styles.state}>{resultLabels[call.result]}</span>
      ) : (
        <Button
          variant="quiet"
          size="touch"
          aria-label={`No-show: ${name}`}
          busy={log.isPending}
          onClick={markNoShow}
        >
          No-show
        </Button>
      )}
      {call.personConfirmed && (
        <CallFormButton
          kind="result"
          call={call}
          name={`${call.result ? 'Change' : 'Log'} result of the call with`}
        >
          {call.result ? 'Change' : 'Log result'}
        </CallFormButton>
      )}
    </>
  );
}
