import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type Evidence, evidencesQuery } from '../../api/registry.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { Bilingual, compareIn, inLanguage } from '../../i18n/two-languages.tsx';
import badgeStyle from '../../ui/badge.module.css';
import { ListAndDetail } from '../../ui/page/list-and-detail.tsx';
import { Done, EmptyState } from '../../ui/states/states.tsx';
import type { Column } from '../../ui/table/columns.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { FilterBar } from '../../ui/table/filter-bar.tsx';
import { wholeList } from '../../ui/table/list-source.ts';
import { useFilters } from '../../ui/table/use-filters.ts';
import { NEW, useOpened } from '../../ui/table/use-opened.ts';
import textStyle from '../../ui/text.module.css';
import { EvidenceDetail } from './evidence-detail.tsx';
import { useMayManageShared } from './registry.tsx';
import { vocabularyWords } from './vocabulary-words.ts';
import { registryWords } from './words.ts';

export function RegistryEvidencesPage() {
  const { language } = useLanguage();
  const registry = usePageWords(registryWords);
  const words = usePageWords(vocabularyWords);
  const own = words.evidences;
  const mayManage = useMayManageShared();
  const filters = useFilters();
  const client = useQueryClient();
  const query = useQuery(evidencesQuery);
  const { openId, open, close, done, finish } = useOpened('evidence');
  const wanted = filters.get('q').trim().toLocaleLowerCase('mn');
  const nameOf = ({ name, name_en }: Evidence) => inLanguage({ mn: name, en: name_en }, language);
  const holderOf = (evidence: Evidence) =>
    inLanguage({ mn: evidence.holder_agency, en: evidence.holder_agency_en }, language);
  const pick = (evidences: readonly Evidence[]) =>
    evidences
      .filter(({ name, name_en, code }) =>
        [name, name_en, code].some((text) => text.toLocaleLowerCase('mn').includes(wanted)),
      )
      .sort((a, b) => compareIn(language)(nameOf(a), nameOf(b)));
  const shown = query.data?.find(({ id }) => id === openId) ?? null;

  const columns: Column<Evidence>[] = [
    {
      key: 'name',
      title: words.name,
      text: nameOf,
      cell: (evidence) => (
        <>
          <Bilingual mn={evidence.name} en={evidence.name_en} />
          <span className={`${textStyle.under} ${textStyle.code}`}>{evidence.code}</span>
        </>
      ),
    },
    {
      key: 'exchange',
      title: own.exchange,
      room: 'some',
      text: ({ in_khur }) => (in_khur ? own.yes : own.no),
      cell: ({ in_khur, khur_service_code }) => (
        <>
          <span className={badgeStyle.chip} data-tone={in_khur ? 'good' : undefined}>
            {in_khur ? own.yes : own.no}
          </span>
          {khur_service_code ? (
            <span className={`${textStyle.under} ${textStyle.code}`}>{khur_service_code}</span>
          ) : null}
        </>
      ),
    },
    {
      key: 'holder',
      title: own.holder,
      room: 'much',
      text: holderOf,
    },
  ];
  const leave = (text: string) => {
    finish(text);
    client.invalidateQueries({ queryKey: ['registry'] });
  };

  return (
    <ListAndDetail
      title={registry.places.evidences}
      lead={own.lead}
      openId={openId}
      detail={
        openId === NEW || shown ? (
          <EvidenceDetail
            key={openId}
            evidence={shown}
            mayManage={mayManage}
            onClose={close}
            onSaved={(evidence) => leave(own.saved(nameOf(evidence)))}
            onDeleted={(evidence) => leave(own.deleted(nameOf(evidence)))}
          />
        ) : null
      }
      action={
        mayManage ? (
          <Button data-testid="add-evidence" onClick={() => open(NEW)}>
            {own.add}
          </Button>
        ) : null
      }
      filters={
        <FilterBar filters={filters} search={{ name: 'q', label: words.search, hint: words.searchHint }} />
      }
    >
      <Done>{done}</Done>
      <DataTable
        id="evidences"
        list={wholeList(query, pick)}
        caption={own.caption}
        columns={columns}
        empty={<EmptyState>{own.empty}</EmptyState>}
        getId={({ id }) => id}
        openId={openId}
        onOpen={open}
      />
    </ListAndDetail>
  );
}
