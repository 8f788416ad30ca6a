import * as layoutStyles from '../../ui/styles/layout.module.css';
import * as textStyles from '../../ui/styles/text.module.css';
/**
 * Privacy notice of a form. The dialog opens the page in a new tab, so that nothing typed is lost.
 */
export function PrivacyNote({ opensNewTab = false }: { opensNewTab?: boolean }) {
  return (
    <p className={textStyles.note}>
      We use your details to reply, and delete them when they are no longer needed.{' '}
      <a href="/privacy" {...(opensNewTab && { target: '_blank', rel: 'noopener' })}>
        Privacy
        {opensNewTab && <span className={layoutStyles.visuallyHidden}> (opens in a new tab)</span>}
      </a>
    </p>
  );
}
