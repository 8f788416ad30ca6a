import './Spinner.css';

/** Busy indicator. Needs a text beside it. */
export function Spinner() {
  return <span className="spin" aria-hidden="true" />;
}
