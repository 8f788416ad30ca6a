import { Component, type ComponentType, type ReactNode } from 'react';
import type { PartFailureProps } from './PartFailure';

interface Props extends PartFailureProps {
  children: ReactNode;
}

interface State {
  hasFailed?: boolean;
  Failure?: ComponentType<PartFailureProps>;
}

/**
 * Catches errors of a part of the page, reports them, and shows a message in its place. The rest of
 * the page keeps working. The code for a failure loads when there is one.
 */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = {};

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown) {
    import('./PartFailure').then(
      ({ PartFailure, reportClientError }) => {
        this.setState({ Failure: PartFailure });
        reportClientError(error, this.props.name);
      },
      () => undefined,
    );
  }

  override render() {
    const { name, display, children } = this.props;
    const { hasFailed, Failure } = this.state;
    if (!hasFailed) return children;
    if (display === 'none') return null;
    if (Failure) return <Failure name={name} display={display} />;
    return (
      <p role="alert">
        {name} could not be loaded. <a href={location.pathname + location.search}>Reload</a>
      </p>
    );
  }
}
