import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { searchPeople, type VerifiedPerson } from '../../../api/console.ts';
import { usePageWords } from '../../../i18n/provider.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { Detail, Facts, Split } from '../../../ui/page/list-and-detail.tsx';
import { EmptyState } from '../../../ui/states/states.tsx';
import { type Column, momentColumn } from '../../../ui/table/columns.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import textStyle from '../../../ui/text.module.css';
import { AccountId } from './account-id.tsx';
import { LookupForm } from './lookup-form.tsx';
import { directoryWords } from './words.ts';

const PAGE_SIZE = 50;
const FEWEST_CHARACTERS = 3;

export function PeopleLookup() {
  const words = usePageWords(directoryWords);
  const [openId, setOpenId] = useState<string | null>(null);
  const find = useMutation({ mutationFn: searchPeople, onMutate: () => setOpenId(null) });
  const asked = find.variables;
  const chosen = find.data?.items.find((person) => person.user_id === openId);

  const columns: Column<VerifiedPerson>[] = [
    {
      key: 'name',
      title: words.fullName,
      text: (person) => person.full_name,
      cell: (person) => (
        <>
          {person.full_name}
          <span className={textStyle.under}>{person.full_name_en}</span>
        </>
      ),
    },
    { key: 'email', title: words.email, room: 'some', text: (person) => person.email },
    momentColumn({
      key: 'verified',
      title: words.verifiedAt,
      room: 'much',
      at: (person) => person.eid_verified_at,
    }),
  ];

  return (
    <>
      <LookupForm
        label={words.name}
        hint={words.nameHint}
        maxLength={100}
        isPending={find.isPending}
        error={find.error}
        normalise={(text) => text.trim().replace(/\s+/g, ' ')}
        check={(text) => {
          if (text === '') return words.faults.missing;
          return [...text].length < FEWEST_CHARACTERS ? words.faults.short : null;
        }}
        onFind={(q) => find.mutate({ q, limit: PAGE_SIZE, offset: 0 })}
      />
      {find.data && asked ? (
        <Split
          openId={openId}
          detail={chosen ? <PersonDetail person={chosen} onClose={() => setOpenId(null)} /> : null}
        >
          <DataTable
            id="verified-people"
            list={{
              rows: find.data.items,
              error: null,
              retry: () => undefined,
              total: find.data.total,
              isCapped: false,
              isStale: find.isPending,
              pages: {
                offset: asked.offset,
                size: PAGE_SIZE,
                isSizeFixed: true,
                onMove: (offset) => find.mutate({ ...asked, offset }),
              },
            }}
            caption={words.caption}
            columns={columns}
            getId={(person) => person.user_id}
            empty={<EmptyState title={words.notFound}>{words.nobody}</EmptyState>}
            openId={openId}
            onOpen={setOpenId}
          />
        </Split>
      ) : null}
    </>
  );
}

function PersonDetail({ person, onClose }: { person: VerifiedPerson; onClose(): void }) {
  const words = usePageWords(directoryWords);
  return (
    <Detail title={person.full_name} subject={person.user_id} onClose={onClose}>
      <Facts
        items={[
          [words.latinName, person.full_name_en],
          [words.email, person.email],
          [words.verifiedAt, <Moment key="at" at={person.eid_verified_at} />],
          [words.userId, <AccountId key="id" id={person.user_id} />],
        ]}
      />
      <p className={textStyle.under}>{words.copyHint}</p>
    </Detail>
  );
}
