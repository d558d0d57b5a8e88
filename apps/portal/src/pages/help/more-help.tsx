import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { optionalSessionQuery } from '../../api/session.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import formStyle from '../../ui/forms/form.module.css';
import classes from './help.module.css';
import { helpWords } from './words.ts';

/** The way to people, at the end of every answer. */
export function MoreHelp() {
  const words = usePageWords(helpWords);
  const { data: session } = useQuery(optionalSessionQuery);
  return (
    <section className={classes.more} aria-labelledby="more">
      <h2 id="more">{words.more}</h2>
      <p>{words.moreText}</p>
      <div className={formStyle.actions}>
        <Button component={Link} to="/help/contact" variant="default">
          {words.contact}
        </Button>
        {session ? (
          <Button component={Link} to="/help/cases" variant="subtle">
            {words.cases}
          </Button>
        ) : null}
      </div>
    </section>
  );
}
