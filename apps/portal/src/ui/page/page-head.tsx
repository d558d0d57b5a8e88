import type { ReactNode } from 'react';
import { PageHeading, usePageTitle } from './page.tsx';
import classes from './page-head.module.css';

export interface PageHeadProps {
  title: string;
  lead: string;
  /** The one primary action of the page. */
  action?: ReactNode;
  /** For pages of work, where the list matters more than its name. */
  isDense?: boolean;
}

/** Names the page, for the eye and for the tab of the browser, and says what it is for. */
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
