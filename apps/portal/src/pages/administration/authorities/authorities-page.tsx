import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { AUTHORITIES_KEY, type Authority, authoritiesQuery } from '../../../api/authorities.ts';
import { useLanguage, usePageWords } from '../../../i18n/provider.tsx';
import noteStyle from '../../../ui/note.module.css';
import { ListAndDetail } from '../../../ui/page/list-and-detail.tsx';
import { Done, EmptyState } from '../../../ui/states/states.tsx';
import type { Column } from '../../../ui/table/columns.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { wholeList } from '../../../ui/table/list-source.ts';
import { NEW, useOpened } from '../../../ui/table/use-opened.ts';
import { AuthorityDetailPart } from './authority-detail.tsx';
import { AuthorityForm } from './authority-form.tsx';
import { ReportPart } from './report-part.tsx';
import { authorityWords } from './words.ts';

export function AuthoritiesPage() {
  const { language } = useLanguage();
  const words = usePageWords(authorityWords);
  const client = useQueryClient();
  const query = useQuery(authoritiesQuery);
  const { openId, open, close, done, finish } = useOpened('authority');
  const shown = query.data?.find(({ id }) => id === openId);
  const reload = () => client.invalidateQueries({ queryKey: AUTHORITIES_KEY });
  const count = (key: 'services' | 'offices' | 'officers' | 'registrars' | 'cases'): Column<Authority> => ({
    key,
    title: words[key],
    room: 'some',
    sortBy: (authority) => authority[key],
    text: (authority) => authority[key],
  });
  const columns: Column<Authority>[] = [
    {
      key: 'name',
      title: words.nameColumn,
      text: ({ name, name_en }) => (language === 'en' && name_en) || name,
    },
    count('services'),
    count('offices'),
    count('officers'),
    count('registrars'),
    count('cases'),
  ];

  return (
    <ListAndDetail
      title={words.title}
      lead={words.lead}
      openId={openId}
      action={
        <Button data-testid="add-authority" onClick={() => open(NEW)}>
          {words.add}
        </Button>
      }
      detail={
        openId === NEW ? (
          <AuthorityForm
            key={NEW}
            authority={null}
            onClose={close}
            onSaved={({ name }) => {
              reload();
              finish(words.added(name));
            }}
          />
        ) : shown ? (
          <AuthorityDetailPart
            key={shown.id}
            id={shown.id}
            onClose={close}
            onChanged={reload}
            onDeleted={(name) => {
              reload();
              finish(words.deleted(name));
            }}
          />
        ) : null
      }
    >
      <Done>{done}</Done>
      <Unattended authorities={query.data ?? []} />
      <DataTable
        id="authorities"
        list={wholeList(query, (rows) => rows)}
        caption={words.caption}
        columns={columns}
        empty={<EmptyState>{words.empty}</EmptyState>}
        getId={({ id }) => id}
        openId={openId}
        onOpen={open}
      />
      <ReportPart />
    </ListAndDetail>
  );
}

/** Authorities whose waiting cases only administrators see. */
function Unattended({ authorities }: { authorities: readonly Authority[] }) {
  const { language } = useLanguage();
  const words = usePageWords(authorityWords);
  const found = authorities.filter(({ cases, officers }) => cases > 0 && officers === 0);
  if (found.length === 0) return null;
  return (
    <div className={noteStyle.note} data-tone="warn" data-testid="unattended-authorities">
      <p>{words.unattended}</p>
      <ul>
        {found.map(({ id, name, name_en, cases }) => (
          <li key={id}>{words.unattendedLine((language === 'en' && name_en) || name, cases)}</li>
        ))}
      </ul>
    </div>
  );
}
