import { Component, type ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
import { pageHeadingId } from '#web/ui/page-heading.tsx';

interface BoundaryProps {
  children: ReactNode;
  /** The page's address, for a boundary around a page. Another address resets the error. */
  page?: string;
}

interface BoundaryState {
  failed: boolean;
  page: string | undefined;
}

/** Catches errors in a part or a page, so that everything around it keeps working. */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { failed: false, page: this.props.page };

  static getDerivedStateFromError = (): Partial<BoundaryState> => ({ failed: true });

  static getDerivedStateFromProps = ({ page }: BoundaryProps, state: BoundaryState) =>
    page === state.page ? null : { failed: false, page };

  private readonly retry = (): void => this.setState({ failed: false });

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return this.props.page === undefined ? (
      <PartFailure onRetry={this.retry} />
    ) : (
      <PageFailure onRetry={this.retry} />
    );
  }
}

const errorMessage = 'Something went wrong';

const PartFailure = ({ onRetry }: { onRetry: () => void }) => (
  <p role="alert" className="flex flex-wrap items-center gap-x-4 gap-y-2 text-muted">
    {errorMessage}
    <Button variant="outline" size="sm" onClick={onRetry}>
      Try again
    </Button>
  </p>
);

const PageFailure = ({ onRetry }: { onRetry: () => void }) => (
  <div role="alert" className="flex flex-col items-center py-24 text-center">
    <h1 id={pageHeadingId} tabIndex={-1} className="text-3xl sm:text-4xl">
      {errorMessage}
    </h1>
    <p className="mt-2 mb-6 max-w-md text-balance text-muted">
      We can't show this page right now. Everything you've saved is safe.
    </p>
    <Button onClick={onRetry}>Try again</Button>
  </div>
);
