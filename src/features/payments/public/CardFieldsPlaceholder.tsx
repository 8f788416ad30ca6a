import './CardForm.css';

/** Holds the place of the card's fields while they load. */
export function CardFieldsPlaceholder() {
  return (
    <div className="card-wait" role="status">
      <span className="vh">Loading the card form...</span>
      <span className="sk" />
      <span className="sk" />
      <span className="sk" />
    </div>
  );
}
