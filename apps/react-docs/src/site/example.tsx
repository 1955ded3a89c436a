/** @module An error boundary around an example. */
import { Component, type ReactNode } from 'react';

interface ExampleProps {
  readonly children: ReactNode;
}

interface ExampleState {
  readonly failure: string | undefined;
}

/** Shows an example, or its failure with a button to run it again. */
export class Example extends Component<ExampleProps, ExampleState> {
  override state: ExampleState = { failure: undefined };

  static getDerivedStateFromError(cause: unknown): ExampleState {
    return { failure: cause instanceof Error ? cause.message : String(cause) };
  }

  override render(): ReactNode {
    const { failure } = this.state;
    return (
      <div className="example">
        {failure === undefined ? (
          this.props.children
        ) : (
          <>
            <p role="alert">The example failed: {failure}</p>
            <button onClick={() => this.setState({ failure: undefined })}>Run it again</button>
          </>
        )}
      </div>
    );
  }
}
