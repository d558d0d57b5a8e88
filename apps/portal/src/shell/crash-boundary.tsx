import { Button } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { useWords } from '../i18n/provider.tsx';
import classes from './layout.module.css';
import { MarkOutline } from './mark.tsx';
import { usePageTitle } from './page.tsx';

function CrashMessage() {
  const { errors } = useWords();
  usePageTitle(errors.crashTitle);
  return (
    <div className={classes.message} role="alert">
      <MarkOutline className={classes.ornament} />
      <h1>{errors.crashTitle}</h1>
      <p>{errors.crashText}</p>
      <Button onClick={() => window.location.reload()}>{errors.reload}</Button>
    </div>
  );
}

interface CrashBoundaryProps {
  children: ReactNode;
  /** An error belongs to the place where it happened: another place is tried afresh. */
  place?: string;
}

interface CrashBoundaryState {
  crashed: boolean;
  place: string | undefined;
}

/** React catches render errors in classes only. A failed load of a lazy page (a new release) ends here too. */
export class CrashBoundary extends Component<CrashBoundaryProps, CrashBoundaryState> {
  override state: CrashBoundaryState = { crashed: false, place: this.props.place };

  static getDerivedStateFromError(): Partial<CrashBoundaryState> {
    return { crashed: true };
  }

  static getDerivedStateFromProps(
    props: CrashBoundaryProps,
    state: CrashBoundaryState,
  ): CrashBoundaryState | null {
    return props.place === state.place ? null : { crashed: false, place: props.place };
  }

  override render(): ReactNode {
    return this.state.crashed ? <CrashMessage /> : this.props.children;
  }
}
