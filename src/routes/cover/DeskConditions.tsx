import type { Plan, RosterOptions } from '../../cover/contract';
import { joinWords } from '../../cover/plan-words';
import { replaceDesk } from '../../cover/public/paint';
import * as layoutStyles from '../../ui/styles/layout.module.css';
import { SentenceSelect, withCurrent } from './SentenceSelect';
import * as styles from './sentence.module.css';

interface Props {
  plan: Plan;
  /** The place of the desk in the plan. */
  desk: number;
  options: RosterOptions;
  onChange: (plan: Plan) => void;
}

/** Separates the names of an option. No name contains it. */
const separator = '\n';
const commonLanguage = 'English';

/** Whom the desk asks for, as a sentence: a role, tools and languages. */
export function DeskConditions({ plan, desk: index, options, onChange }: Props) {
  const desk = plan.desks[index];
  if (!desk) return null;
  const { languages } = options;
  const pairs = languages.includes(commonLanguage)
    ? languages.filter((name) => name !== commonLanguage)
    : [];
  const listOptions = (any: string, values: readonly string[], current: readonly string[]) =>
    withCurrent(['', ...values], current.join(separator)).map(
      (value) => [value, value ? joinWords(value.split(separator)) : any] as const,
    );
  const parse = (value: string) => (value ? value.split(separator) : []);
  return (
    <fieldset className={styles.sentence}>
      <legend className={layoutStyles.visuallyHidden}>Conditions of the desk {desk.name}</legend>
      <span>{`For “${desk.name}”:`}</span>
      <SentenceSelect
        label="Role"
        value={desk.role ?? ''}
        options={withCurrent(['', ...options.roles], desk.role ?? '').map((role) => [
          role,
          role || 'anyone',
        ])}
        onChange={(role) => {
          const { role: _, ...rest } = desk;
          onChange(replaceDesk(plan, index, role ? { ...rest, role } : rest));
        }}
      />
      <span>who knows</span>
      <SentenceSelect
        label="Tools"
        value={desk.tools.join(separator)}
        options={listOptions('any tool', options.tools, desk.tools)}
        onChange={(value) => onChange(replaceDesk(plan, index, { ...desk, tools: parse(value) }))}
      />
      <span>and speaks</span>
      <SentenceSelect
        label="Languages"
        value={desk.languages.join(separator)}
        options={listOptions(
          'any language',
          [...languages, ...pairs.map((name) => [commonLanguage, name].join(separator))],
          desk.languages,
        )}
        onChange={(value) =>
          onChange(replaceDesk(plan, index, { ...desk, languages: parse(value) }))
        }
      />
    </fieldset>
  );
}
