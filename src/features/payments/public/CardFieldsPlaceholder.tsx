import './CardForm.css';

/** Loading placeholder of Stripe's card fields. */
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
