import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Link, useLocation } from 'react-router';
import { hasSessionCookie } from '../api/http.ts';
import { buildLoginPath } from '../api/safe-next.ts';
import { optionalSessionQuery, type User } from '../api/session.ts';
import { useWords } from '../i18n/provider.tsx';
import { useBrand } from '../ui/page/brand.ts';
import { LanguageSwitch } from './language-switch.tsx';
import classes from './layout.module.css';
import { lazyPart } from './lazy-part.ts';
import { SiteMark } from './mark.tsx';
import { SchemeSwitch } from './scheme-switch.tsx';

/** Loaded separately: a person who is signing in does not need the menu code. */
const Bell = lazyPart(() => import('./bell.tsx').then((part) => part.Bell));
const UserMenu = lazyPart<{ user: User }>(() => import('./user-menu.tsx').then((part) => part.UserMenu));

/** Preloads for a person who is probably signed in. */
export async function loadTools(): Promise<void> {
  if (hasSessionCookie()) await Promise.all([Bell.load(), UserMenu.load()]);
}

/** Pages that a person may read before sign-in. */
const PUBLIC_PAGES =
  /^\/(?:$|(?:services|verify|sign\/verify|help|privacy|accessibility|terms|status|developers)(?:\/|$))/;

export function Header() {
  const words = useWords();
  const brand = useBrand();
  const { pathname, search } = useLocation();
  const { data: session, isPending } = useQuery(optionalSessionQuery);
  const offersSignIn = !session && !isPending && PUBLIC_PAGES.test(pathname);

  return (
    <header className={classes.bar}>
      <div className={classes.barInner}>
        <Link to="/" className={classes.brand}>
          <SiteMark size={34} />
          <span className={classes.brandName}>{brand.name}</span>
          <span className={classes.brandLine}>{brand.line}</span>
        </Link>
        {offersSignIn ? (
          <nav className={classes.visitorLinks} aria-label={words.shell.visitorLinks}>
            <Link to="/services">{words.shell.services}</Link>
            <Link to="/verify">{words.shell.verify}</Link>
            <Link to="/help">{words.shell.help}</Link>
          </nav>
        ) : null}
        <LanguageSwitch />
        <SchemeSwitch />
        {session ? (
          <Suspense fallback={<span className={classes.tool} />}>
            <Bell />
          </Suspense>
        ) : null}
        {session ? (
          <Suspense fallback={<span className={classes.tool}>{session.user.first_name}</span>}>
            <UserMenu user={session.user} />
          </Suspense>
        ) : null}
        {offersSignIn ? (
          <Button
            component={Link}
            to={buildLoginPath(pathname + search)}
            variant="default"
            className={classes.signIn}
          >
            {words.shell.signIn}
          </Button>
        ) : null}
      </div>
    </header>
  );
}
