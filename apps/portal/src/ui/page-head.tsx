import { PageHeading, usePageTitle } from './page.tsx';
import classes from './parts.module.css';

/** Names the page, for the eye and for the tab of the browser, and says what it is for. */
export function PageHead({ title, lead }: { title: string; lead: string }) {
  usePageTitle(title);
  return (
    <header className={classes.head}>
      <PageHeading>{title}</PageHeading>
      <p className={classes.intro}>{lead}</p>
    </header>
  );
}
