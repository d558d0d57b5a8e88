import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Link, useLocation } from 'react-router';
import { optionalSessionQuery } from '../api/session.ts';
import { useWords } from '../i18n/provider.tsx';
import { useBrand } from './brand.ts';
import { LanguageSwitch } from './language-switch.tsx';
import classes from './layout.module.css';
import { Mark } from './mark.tsx';
import { SchemeSwitch } from './scheme-switch.tsx';

/** Loaded apart: the menu machinery is of no use to somebody who is only signing in. */
const UserMenu = lazy(() => import('./user-menu.tsx').then((part) => ({ default: part.UserMenu })));

export function Header() {
  const words = useWords();
  const brand = useBrand();
  const { pathname } = useLocation();
  const { data: session, isPending } = useQuery(optionalSessionQuery);
  const offersSignIn = !session && !isPending && pathname === '/';

  return (
    <header className={classes.bar}>
      <div className={classes.barInner}>
        <Link to="/" className={classes.brand}>
          <Mark size={34} />
          <span>{brand.name}</span>
          <span className={classes.brandLine}>{brand.line}</span>
        </Link>
        <LanguageSwitch />
        <SchemeSwitch />
        {session ? (
          <Suspense fallback={<span className={classes.tool}>{session.user.first_name}</span>}>
            <UserMenu user={session.user} />
          </Suspense>
        ) : null}
        {offersSignIn ? (
          <Button component={Link} to="/login" variant="default" className={classes.signIn}>
            {words.shell.signIn}
          </Button>
        ) : null}
      </div>
    </header>
  );
}
