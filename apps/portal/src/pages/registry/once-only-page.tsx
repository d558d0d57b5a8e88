import { useQuery } from '@tanstack/react-query';
import { evidencesQuery, passportsQuery, type Violation, violationsQuery } from '../../api/registry.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { inLanguage } from '../../i18n/two-languages.tsx';
import { useNumber } from '../../i18n/use-number.ts';
import { Bars } from '../../ui/charts/bars.tsx';
import { ListPage } from '../../ui/page/list-and-detail.tsx';
import { EmptyState, Loaded } from '../../ui/states/states.tsx';
import type { Column } from '../../ui/table/columns.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { FilterBar } from '../../ui/table/filter-bar.tsx';
import { plainList } from '../../ui/table/list-source.ts';
import { useFilters } from '../../ui/table/use-filters.ts';
import textStyle from '../../ui/text.module.css';
import classes from './registry.module.css';
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
  const filters = useFilters();
  const format = useNumber();
  const query = useQuery(violationsQuery);
  const { data: passports = [] } = useQuery(passportsQuery);
  const violations = query.data ?? [];
  const { data: evidences = [] } = useQuery(evidencesQuery);
  const passportsById = new Map(passports.map((passport) => [passport.id, passport]));
  const evidencesById = new Map(evidences.map((evidence) => [evidence.id, evidence]));
  const translate = (mn: string, en: string | undefined) => inLanguage({ mn, en: en ?? '' }, language);
  const nameOf = ({ service_id, service_name }: Violation) =>
    translate(service_name, passportsById.get(service_id)?.name_en);
  const authorityOf = (violation: Violation) =>
    translate(violation.authority, passportsById.get(violation.service_id)?.authority_en);
  const evidenceOf = ({ evidence_id, evidence_name }: Violation) =>
    translate(evidence_name, evidencesById.get(evidence_id)?.name_en);
  const holderOf = ({ evidence_id, holder_agency }: Violation) =>
    translate(holder_agency, evidencesById.get(evidence_id)?.holder_agency_en);
  const authority = filters.get('authority');
  const shown = violations.filter((violation) => !authority || violation.authority === authority);
  const hits = shown.reduce((sum, violation) => sum + violation.annual_volume, 0);
  const services = new Set(shown.map((violation) => violation.service_id)).size;

  const columns: Column<Violation>[] = [
    {
      key: 'service',
      title: words.service,
      text: nameOf,
      cell: (violation) => (
        <>
          {nameOf(violation)}
          <span className={`${textStyle.under} ${textStyle.code}`}>{violation.service_code}</span>
        </>
      ),
    },
    {
      key: 'evidence',
      title: words.evidence,
      room: 'some',
      text: evidenceOf,
      cell: (violation) => (
        <>
          {evidenceOf(violation)}
          <span className={`${textStyle.under} ${textStyle.code}`}>{violation.khur_service_code}</span>
        </>
      ),
    },
    {
      key: 'holder',
      title: words.holder,
      room: 'much',
      text: holderOf,
    },
    {
      key: 'authority',
      title: words.authority,
      room: 'much',
      text: authorityOf,
    },
    {
      key: 'volume',
      title: words.volume,
      room: 'some',
      isNumber: true,
      text: ({ annual_volume }) => annual_volume,
      cell: ({ annual_volume }) => format(annual_volume),
    },
  ];

  return (
    <ListPage
      title={words.title}
      lead={words.lead}
      filters={
        violations.length > 0 ? (
          <FilterBar
            filters={filters}
            choices={[
              {
                name: 'authority',
                label: words.authority,
                options: sumBy(violations, (violation) => violation.authority).map(([value]) => ({
                  value,
                  label: authorityOf(violations.find((each) => each.authority === value) as Violation),
                })),
              },
            ]}
          />
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
                  bars={sumBy(shown, authorityOf).map(([label, value]) => ({
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
                id="once-only"
                list={plainList(shown)}
                caption={words.caption}
                columns={columns}
                getId={(violation) => `${violation.service_id}.${violation.evidence_id}`}
                linkTo={({ service_id }) => `/registry/services/${service_id}?part=evidences`}
                empty={null}
              />
            </>
          )
        }
      </Loaded>
    </ListPage>
  );
}
