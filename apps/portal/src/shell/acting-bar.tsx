import { IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { actFor, actingHeader, nameParty, readActingFor } from '../api/acting-for.ts';
import { readNamedFile } from '../api/read-file.ts';
import { optionalSessionQuery } from '../api/session.ts';
import { useLanguage, usePageWords } from '../i18n/provider.tsx';
import classes from './acting-bar.module.css';
import { actingWords } from './acting-words.ts';

/** Pages that show and change what belongs to the party; every other page is the person's own. */
const PARTY_PAGES = /^\/(?:sign$|(?:services|applications|references|payments|appointments)(?:\/|$))/;

/** Stands on every page, so that nobody forgets in whose name they act. */
export function ActingBar() {
  const { language } = useLanguage();
  const words = usePageWords(actingWords);
  const { pathname } = useLocation();
  const { data: session } = useQuery(optionalSessionQuery);
  const acting = readActingFor();
  const isLost = useDownloads();
  const isForeign = acting !== null && session != null && session.user.id !== acting.userId;
  // Somebody else signed in, in a tab that acted for a party.
  useEffect(() => {
    if (isForeign) actFor(null, window.location.pathname);
  }, [isForeign]);
  if (acting === null || !session || isForeign) return null;
  const name = nameParty(acting, language);
  const isPartys = PARTY_PAGES.test(pathname);
  return (
    <section className={classes.bar} aria-label={words.label} data-own={!isPartys} data-testid="acting-bar">
      <div className={classes.inner}>
        <IconUsers size={20} stroke={1.75} aria-hidden="true" />
        <p>{isPartys ? words.acting(name) : words.personal(name)}</p>
        <button
          type="button"
          className={classes.stop}
          data-testid="stop-acting"
          onClick={() => actFor(null, '/applications')}
        >
          {words.stop}
        </button>
      </div>
      {isLost ? (
        <p role="alert" className={classes.lost}>
          {words.notDownloaded}
        </p>
      ) : null}
    </section>
  );
}

/** A link of the browser cannot say for whom it asks, so the page itself fetches files of a party. */
function useDownloads(): boolean {
  const [isLost, setLost] = useState(false);
  useEffect(() => {
    const save = async (path: string) => {
      setLost(false);
      try {
        const { blob, name } = await readNamedFile(path);
        const link = document.createElement('a');
        link.href = URL.createObjectURL(blob);
        link.download = name;
        link.click();
        URL.revokeObjectURL(link.href);
      } catch {
        setLost(true);
      }
    };
    const intercept = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      const path = link?.getAttribute('href') ?? '';
      if (Object.keys(actingHeader('GET', path)).length === 0) return;
      event.preventDefault();
      void save(path);
    };
    document.addEventListener('click', intercept);
    return () => document.removeEventListener('click', intercept);
  }, []);
  return isLost;
}
