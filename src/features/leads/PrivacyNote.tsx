/** What happens to what is typed. In the dialog the page opens beside it: nothing typed is lost. */
export function PrivacyNote({ newTab = false }: { newTab?: boolean }) {
  return (
    <p className="note">
      We keep your details for twelve months and use them to answer you.{' '}
      <a href="/privacy" {...(newTab && { target: '_blank', rel: 'noopener' })}>
        Privacy
        {newTab && <span className="vh"> (opens in a new tab)</span>}
      </a>
    </p>
  );
}
