import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { useWords } from '../i18n/provider.tsx';
import { PageHeading, usePageTitle } from '../ui/page/page.tsx';
import classes from './layout.module.css';
import { MarkOutline } from './mark.tsx';

export function NotFoundPage() {
  const { errors } = useWords();
  usePageTitle(errors.notFoundTitle);
  return (
    <div className={classes.message}>
      <MarkOutline className={classes.ornament} />
      <PageHeading>{errors.notFoundTitle}</PageHeading>
      <p>{errors.notFoundText}</p>
      <Button component={Link} to="/">
        {errors.toLanding}
      </Button>
      <Link to="/help">{errors.toHelp}</Link>
    </div>
  );
}
