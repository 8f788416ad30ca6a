/** Who may get in, who is in, and what has happened to either. */
export default function SecurityView() {
  return <section aria-label="Security" className="security" />;
}
