import { useId } from 'react';
import { Switch } from '../../../ui/form/Switch';
import * as styles from './pages.module.css';

interface Props {
  label: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

/** Something of a block that is on or off. */
export function BlockSwitch({ label, isOn, onChange }: Props) {
  const id = useId();
  return (
    <Switch id={id} isOn={isOn} onChange={onChange} className={styles.switch}>
      <label htmlFor={id}>{label}</label>
    </Switch>
  );
}
