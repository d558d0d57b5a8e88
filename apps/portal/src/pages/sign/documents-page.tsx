import { Button } from '@mantine/core';
import { IconFileCertificate, IconSignature } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { type SignedDocument, signedDocumentsQuery } from '../../api/signing.ts';
import { isBelow, LevelBadge } from '../../features/signing/level-note.tsx';
import { levelWords } from '../../features/signing/level-words.ts';
import { SignNav } from '../../features/signing/sign-nav.tsx';
import { formatDateTime, formatSize } from '../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { places } from '../../shell/places.ts';
import { ListAndDetail } from '../../ui/page/list-and-detail.tsx';
import { Done, EmptyState } from '../../ui/states/states.tsx';
import type { Column } from '../../ui/table/columns.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { wholeList } from '../../ui/table/list-source.ts';
import { DocumentDetail } from './document-detail.tsx';
import { documentsWords } from './documents-words.ts';
import { RemoveDocument } from './remove-document.tsx';
import classes from './sign.module.css';

export function DocumentsPage() {
  const words = usePageWords(documentsWords);
  const [address, setAddress] = useSearchParams();
  const query = useQuery(signedDocumentsQuery);
  const keptId = address.get('kept');
  const [openId, setOpenId] = useState<string | null>(keptId);
  const [removing, setRemoving] = useState<SignedDocument | null>(null);
  const [removed, setRemoved] = useState('');
  const message = useRef<HTMLParagraphElement>(null);
  const columns = useColumns();
  const find = (id: string | null) => query.data?.items.find((document) => document.id === id);
  const opened = find(openId);
  const kept = find(keptId);
  const open = (id: string | null) => {
    setRemoved('');
    setOpenId(id);
    if (keptId !== null) setAddress({}, { replace: true });
  };
  return (
    <>
      <div className={classes.nav}>
        <SignNav />
      </div>
      <ListAndDetail
        title={words.title}
        lead={words.lead}
        isDense={false}
        openId={openId}
        action={
          <Button
            component={Link}
            to={places.sign.path}
            leftSection={<IconSignature size={18} aria-hidden="true" />}
          >
            {words.signOne}
          </Button>
        }
        detail={
          opened ? (
            <DocumentDetail
              key={opened.id}
              document={opened}
              onClose={() => open(null)}
              onRemove={() => setRemoving(opened)}
            />
          ) : null
        }
      >
        <Done ref={message} testId="documents-done">
          {removed || (kept ? words.kept(kept.name) : '')}
        </Done>
        <DataTable
          id="signed-documents"
          list={wholeList(query, ({ items }) => items)}
          caption={words.caption}
          columns={columns}
          empty={
            <EmptyState icon={<IconFileCertificate size={34} stroke={1.4} />} title={words.empty}>
              {words.emptyText}
            </EmptyState>
          }
          getId={({ id }) => id}
          openId={openId}
          onOpen={open}
        />
        <RemoveDocument
          document={removing}
          onCancel={() => setRemoving(null)}
          onRemoved={({ id, name }) => {
            setRemoving(null);
            if (id === openId) open(null);
            setRemoved(words.removed(name));
            // The row that had the focus is gone.
            message.current?.focus();
          }}
        />
      </ListAndDetail>
    </>
  );
}

function useColumns(): Column<SignedDocument>[] {
  const { language } = useLanguage();
  const words = usePageWords(documentsWords);
  const { names } = usePageWords(levelWords);
  return [
    { key: 'name', title: words.name, text: ({ name }) => name },
    {
      key: 'level',
      title: words.level,
      room: 'some',
      text: ({ level }) => names[level],
      sortBy: ({ level, target }) => `${isBelow(level, target) ? 0 : 1}${level}`,
      cell: ({ level, target }) => <LevelBadge level={level} target={target} />,
    },
    {
      key: 'signed',
      title: words.signedAt,
      room: 'some',
      text: ({ signed_at }) => formatDateTime(signed_at, language),
      sortBy: ({ signed_at }) => signed_at,
      cell: ({ signed_at }) => <time dateTime={signed_at}>{formatDateTime(signed_at, language)}</time>,
    },
    {
      key: 'size',
      title: words.size,
      room: 'much',
      isNumber: true,
      text: ({ size }) => formatSize(size, language),
      sortBy: ({ size }) => size,
    },
  ];
}
