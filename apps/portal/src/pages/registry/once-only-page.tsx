import '@mantine/core/styles/Combobox.layer.css';
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { passportsQuery, type Violation, violationsQuery } from '../../api/registry.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import admin from '../administration/administration.module.css';
import { type Column, DataTable } from '../administration/data-table.tsx';
import detail from '../administration/detail.module.css';
import { ListAndDetail } from '../administration/list-and-detail.tsx';
import { EmptyState, Loaded } from '../administration/states.tsx';
import { useFilters } from '../administration/use-filters.ts';
import { administrationWords } from '../administration/words.ts';
import { Bars } from './bars.tsx';
import classes from './registry.module.css';
import { useNumber } from './use-number.ts';
import { vocabularyWords } from './vocabulary-words.ts';
import { registryWords } from './words.ts';

function sumBy(violations: readonly Violation[], read: (violation: Violation) => string) {
  const sums = new Map<string, number>();
  for (const violation of violations)
    sums.set(read(violation), (sums.get(read(violation)) ?? 0) + violation.annual_volume);
  return [...sums].sort(([, one], [, other]) => other - one);
}

export function OnceOnlyPage() {
  const { language } = useLanguage();
  const registry = usePageWords(registryWords);
  const { report: words } = usePageWords(vocabularyWords);
  const shared = usePageWords(administrationWords);
  const filters = useFilters();
  const navigate = useNavigate();
  const format = useNumber();
  const query = useQuery(violationsQuery);
  const { data: passports = [] } = useQuery(passportsQuery);
  const violations = query.data ?? [];
  const englishNames = new Map(passports.map(({ id, name_en }) => [id, name_en]));
  const nameOf = ({ service_id, service_name }: Violation) =>
    (language === 'en' && englishNames.get(service_id)) || service_name;
  const authority = filters.get('authority');
  const shown = violations.filter((violation) => !authority || violation.authority === authority);
  const hits = shown.reduce((sum, violation) => sum + violation.annual_volume, 0);
  const services = new Set(shown.map((violation) => violation.service_id)).size;

  const columns: Column<Violation>[] = [
    {
      key: 'service',
      title: words.service,
      sortBy: nameOf,
      cell: (violation) => (
        <>
          {nameOf(violation)}
          <span className={`${admin.under} ${detail.code}`}>{violation.service_code}</span>
          <span className={`${admin.under} ${admin.underSmall}`}>
            {violation.evidence_name} · {format(violation.annual_volume)}
          </span>
        </>
      ),
    },
    {
      key: 'evidence',
      title: words.evidence,
      room: 'some',
      sortBy: ({ evidence_name }) => evidence_name,
      cell: (violation) => (
        <>
          {violation.evidence_name}
          <span className={`${admin.under} ${detail.code}`}>{violation.khur_service_code}</span>
        </>
      ),
    },
    {
      key: 'holder',
      title: words.holder,
      room: 'much',
      sortBy: ({ holder_agency }) => holder_agency,
      cell: ({ holder_agency }) => holder_agency,
    },
    {
      key: 'authority',
      title: words.authority,
      room: 'much',
      sortBy: (violation) => violation.authority,
      cell: (violation) => violation.authority,
    },
    {
      key: 'volume',
      title: words.volume,
      room: 'some',
      sortBy: ({ annual_volume }) => annual_volume,
      cell: ({ annual_volume }) => <span className={classes.number}>{format(annual_volume)}</span>,
    },
  ];

  return (
    <ListAndDetail
      title={words.title}
      lead={words.lead}
      openId={null}
      detail={null}
      filters={
        violations.length > 0 ? (
          <search className={admin.filters} aria-label={shared.filters}>
            <NativeSelect
              label={words.authority}
              value={authority}
              data-testid="filter-authority"
              data={[
                { value: '', label: shared.any },
                ...sumBy(violations, (violation) => violation.authority).map(([name]) => name),
              ]}
              onChange={(event) => filters.set({ authority: event.currentTarget.value })}
            />
          </search>
        ) : null
      }
    >
      <Loaded query={query}>
        {() =>
          shown.length === 0 ? (
            <EmptyState title={words.none}>{words.noneText}</EmptyState>
          ) : (
            <>
              <p role="status">{words.summary(shown.length, services, format(hits))}</p>
              <div className={classes.charts}>
                <Bars
                  title={words.byAuthority}
                  format={format}
                  others={registry.others}
                  bars={sumBy(shown, (violation) => violation.authority).map(([label, value]) => ({
                    label,
                    value,
                    isBad: true,
                  }))}
                />
                <Bars
                  title={words.byService}
                  format={format}
                  others={registry.others}
                  bars={sumBy(shown, nameOf).map(([label, value]) => ({
                    label,
                    value,
                    isBad: true,
                  }))}
                />
              </div>
              <DataTable
                caption={words.caption}
                columns={columns}
                rows={shown}
                getId={(violation) => `${violation.service_id}.${violation.evidence_id}`}
                openId={null}
                onOpen={(id) => navigate(`/registry/services/${id.split('.')[0]}?part=evidences`)}
              />
            </>
          )
        }
      </Loaded>
    </ListAndDetail>
  );
}
