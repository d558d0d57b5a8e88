import type { ReactNode } from 'react';
import { PageHeading, usePageTitle } from './page.tsx';
import classes from './page-head.module.css';

export interface PageHeadProps {
  title: string;
  lead: string;
  /** The one primary action of the page. */
  action?: ReactNode;
  /** For staff pages, where the list matters more than the title. */
  isDense?: boolean;
}

/** Sets the page's visible title and the browser tab's title, with a short lead. */
export function PageHead({ title, lead, action, isDense = false }: PageHeadProps) {
  usePageTitle(title);
  return (
    <header className={isDense ? classes.dense : classes.line}>
      <div className={isDense ? undefined : classes.head}>
        <PageHeading>{title}</PageHeading>
        <p className={isDense ? classes.denseLead : classes.lead} data-list-only>
          {lead}
        </p>
      </div>
      {action ? (
        <div className={isDense ? classes.denseAction : undefined} data-list-only>
          {action}
        </div>
      ) : null}
    </header>
  );
}
