import { Button } from '@mantine/core';
import { Component, type ReactNode, useEffect, useState } from 'react';
import { useWords } from '../i18n/provider.tsx';
import { usePageTitle } from '../ui/page/page.tsx';
import classes from './layout.module.css';
import { MarkOutline } from './mark.tsx';

function CrashMessage() {
  const { errors } = useWords();
  // A page that was never opened before cannot load offline.
  const [isOffline] = useState(() => !navigator.onLine);
  const title = isOffline ? errors.offlineTitle : errors.crashTitle;
  usePageTitle(title);
  useEffect(() => {
    if (!isOffline) return;
    const reload = () => window.location.reload();
    window.addEventListener('online', reload);
    return () => window.removeEventListener('online', reload);
  }, [isOffline]);
  return (
    <div className={classes.message} role="alert" data-testid="crashed">
      <MarkOutline className={classes.ornament} />
      <h1>{title}</h1>
      <p>{isOffline ? errors.offlineText : errors.crashText}</p>
      <Button onClick={() => window.location.reload()}>{errors.reload}</Button>
      {/* A full load: the boundary also stands outside the router. */}
      {isOffline ? null : <a href="/help">{errors.toHelp}</a>}
    </div>
  );
}

interface CrashBoundaryProps {
  children: ReactNode;
  /** An error belongs to one place; another place renders normally. */
  place?: string;
}

interface CrashBoundaryState {
  crashed: boolean;
  place: string | undefined;
}

/** React catches render errors in classes only. A failed load of a lazy page (after a new release) ends here too. */
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
