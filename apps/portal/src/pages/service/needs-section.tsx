import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Button, Checkbox } from '@mantine/core';
import { IconCloudDownload, IconPrinter } from '@tabler/icons-react';
import { sayPaper } from '@tamga/forms';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { catalogueQuery, type PublicService } from '../../api/catalogue.ts';
import { PAPER_KINDS, sayKinds } from '../../features/papers/papers.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { Bilingual } from '../../i18n/two-languages.tsx';
import { Section } from '../../ui/page/section.tsx';
import textStyle from '../../ui/text.module.css';
import { commonKinds, listNeeds, type Need } from './needs.ts';
import classes from './service.module.css';
import { useTicks } from './use-ticks.ts';
import { serviceWords } from './words.ts';

/** The papers to bring, to tick and to print, and those that the portal fetches. */
export function NeedsSection({ service }: { service: PublicService }) {
  const words = usePageWords(serviceWords);
  const listed = useQuery(catalogueQuery({ q: '', life_event_id: '', authority: '' }));
  const { bring, fetched } = listNeeds(service, listed.data?.items ?? []);
  const common = commonKinds(bring);
  const [ticks, toggle] = useTicks(service.id);
  const ready = bring.filter(({ key }) => ticks.has(key)).length;
  return (
    <>
      <Section
        id="need"
        title={words.need}
        lead={bring.length > 0 ? words.needText(sayKinds(common ?? [])) : words.needNothing}
        action={
          bring.length > 0 ? (
            <Button
              variant="default"
              size="sm"
              leftSection={<IconPrinter size={18} aria-hidden="true" />}
              onClick={() => window.print()}
            >
              {words.print}
            </Button>
          ) : null
        }
      >
        {bring.length > 0 ? (
          <>
            <ul className={classes.checklist}>
              {bring.map((need) => (
                <li key={need.key} data-testid="need">
                  <Checkbox
                    size="md"
                    checked={ticks.has(need.key)}
                    onChange={() => toggle(need.key)}
                    label={<NeedTitle need={need} />}
                  />
                  <NeedMore need={need} showsKinds={common === undefined} />
                </li>
              ))}
            </ul>
            <p className={textStyle.quiet} role="status" data-testid="ready">
              {words.ready(ready, bring.length)}
            </p>
          </>
        ) : null}
      </Section>
      {fetched.length > 0 ? (
        <Section id="fetched" title={words.fetched} lead={words.fetchedText}>
          <ul className={classes.papersList}>
            {fetched.map((need) => (
              <li key={need.key}>
                <IconCloudDownload size={20} stroke={1.6} aria-hidden="true" />
                <span>
                  <NeedTitle need={need} />
                </span>
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
    </>
  );
}

function NeedTitle({ need }: { need: Need }) {
  const { language } = useLanguage();
  // The heading says who gets the paper.
  const when = sayPaper({ ...need, isFetched: false }, language);
  return (
    <>
      <Bilingual mn={need.title.mn} en={need.title.en} />
      {when === '' ? null : <span className={textStyle.quiet}> – {when}</span>}
    </>
  );
}

/** Outside the label, because a link inside it would also tick the box. */
function NeedMore({ need, showsKinds }: { need: Need; showsKinds: boolean }) {
  const { language } = useLanguage();
  const words = usePageWords(serviceWords);
  if (need.service === null && need.note.mn === '' && !showsKinds) return null;
  return (
    <div className={classes.needMore}>
      {need.note.mn === '' ? null : (
        <p className={textStyle.quiet}>
          <Bilingual mn={need.note.mn} en={need.note.en} />
        </p>
      )}
      {showsKinds ? (
        <p className={textStyle.quiet}>{words.needKinds(sayKinds(need.accepts ?? PAPER_KINDS))}</p>
      ) : null}
      {need.service === null ? null : (
        <p>
          <Link
            to={`/services/${need.service.id}`}
            aria-label={`${words.getHere}: ${need.title[language] || need.title.mn}`}
          >
            {words.getHere}
          </Link>
        </p>
      )}
    </div>
  );
}
