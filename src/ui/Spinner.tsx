import './Spinner.css';

/** Shows that something is under way; a text beside it says what. */
export function Spinner() {
  return <span className="spin" aria-hidden="true" />;
}
