import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { overviewQuery, PASSPORT_STATES, PROACTIVITY, passportsQuery } from '../../api/registry.ts';
import { optionWords } from '../../features/registry/option-words.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { inLanguage } from '../../i18n/two-languages.tsx';
import { useNumber } from '../../i18n/use-number.ts';
import { Bars } from '../../ui/charts/bars.tsx';
import noteStyle from '../../ui/note.module.css';
import { PageHead } from '../../ui/page/page-head.tsx';
import { Loaded } from '../../ui/states/states.tsx';
import classes from './registry.module.css';
import { registryWords } from './words.ts';

export function RegistryOverviewPage() {
  const words = usePageWords(registryWords);
  const { language } = useLanguage();
  const options = usePageWords(optionWords);
  const format = useNumber();
  const query = useQuery(overviewQuery);
  const { data: passports = [] } = useQuery(passportsQuery);
  const counts = new Map<string, number>();
  const names = new Map<string, string>();
  for (const { authority, authority_en, status } of passports) {
    if (status === 'archived') continue;
    counts.set(authority, (counts.get(authority) ?? 0) + 1);
    names.set(authority, inLanguage({ mn: authority, en: authority_en }, language));
  }
  const authorities = [...counts].sort(([, one], [, other]) => other - one);
  const search = (name: string, value: string) =>
    `/registry/services?${new URLSearchParams({ [name]: value })}`;

  return (
    <div className={classes.page}>
      <PageHead isDense title={words.title} lead={words.lead} />
      <Loaded query={query}>
        {(data) => (
          <>
            <dl className={classes.figures}>
              {(
                [
                  ['services', data.total_services, ''],
                  ['published', data.published_services, ''],
                  ['events', data.life_events, ''],
                  ['evidences', data.evidences, words.inExchange(data.evidences_in_khur)],
                  ['days', data.avg_max_days, ''],
                ] as const
              ).map(([key, value, note]) => (
                <div key={key}>
                  <dt>{words.figures[key]}</dt>
                  <dd>
                    {format(value)}
                    {note ? <span>{note}</span> : null}
                  </dd>
                </div>
              ))}
            </dl>
            <section
              className={noteStyle.note}
              data-tone={data.once_only_violations > 0 ? 'warn' : 'good'}
              aria-labelledby="overview-once-only"
            >
              <h2 id="overview-once-only" className={noteStyle.noteTitle}>
                {words.violations}
              </h2>
              <p>
                {data.once_only_violations > 0
                  ? words.violationsText(data.once_only_violations, format(data.once_only_annual_hits))
                  : words.noViolations}
              </p>
              {data.once_only_violations > 0 ? (
                <Button
                  mt="sm"
                  variant="default"
                  component={Link}
                  to="/registry/once-only"
                  data-testid="to-report"
                >
                  {words.toReport}
                </Button>
              ) : null}
            </section>
            <div className={classes.charts}>
              <Bars
                title={words.byLevel}
                format={format}
                others={words.others}
                bars={PROACTIVITY.map((level) => ({
                  label: options[level] ?? level,
                  value: data.by_proactivity[level],
                  to: search('level', level),
                }))}
              />
              <Bars
                title={words.byState}
                format={format}
                others={words.others}
                bars={PASSPORT_STATES.map((state) => ({
                  label: words.states[state],
                  value: data[`${state}_services`],
                  to: search('state', state),
                }))}
              />
              <Bars
                title={words.byAuthority}
                format={format}
                others={words.others}
                bars={authorities.map(([authority, value]) => ({
                  label: names.get(authority) ?? authority,
                  value,
                  to: search('authority', authority),
                }))}
              />
            </div>
          </>
        )}
      </Loaded>
    </div>
  );
}
