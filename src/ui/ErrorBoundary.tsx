import { Component, type ReactNode, useState } from 'react';
import { isServerReachable } from '../lib/fetch-document';
import { saveTypedTexts } from '../lib/release-reload';
import { Button } from './Button';
import * as styles from './ErrorBoundary.module.css';
import * as stateStyles from './states.module.css';
import { useToast } from './toast';

interface Props {
  /** Name of the part, for use in a sentence: "The calls". */
  name: string;
  children: ReactNode;
}

/**
 * Catches errors of a lazily loaded part and shows a message in its place. The rest of the page
 * keeps working.
 */
export class ErrorBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return <ErrorFallback name={this.props.name} />;
  }
}

function ErrorFallback({ name }: { name: string }) {
  const toast = useToast();
  const [isBusy, setIsBusy] = useState(false);

  async function reload() {
    setIsBusy(true);
    if (await isServerReachable()) {
      saveTypedTexts();
      location.reload();
      return;
    }
    setIsBusy(false);
    toast({ title: 'Error', description: 'Failed to connect to server', tone: 'bad' });
  }

  return (
    <div className={`${stateStyles.message} ${styles.failure}`} role="alert">
      <h2>{`${name} could not be loaded`}</h2>
      <p>You may be offline, or there is a newer version of the site. Reload to try again.</p>
      <Button variant="secondary" busy={isBusy} onClick={reload}>
        Reload
      </Button>
    </div>
  );
}
