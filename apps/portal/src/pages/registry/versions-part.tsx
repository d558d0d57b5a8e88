import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Passport, type PassportVersion, versionsQuery } from '../../api/registry.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { useNumber } from '../../i18n/use-number.ts';
import { EmptyState, LoadFailure, LoadingRows } from '../../ui/states/states.tsx';
import { type Column, momentColumn } from '../../ui/table/columns.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { plainList } from '../../ui/table/list-source.ts';
import textStyle from '../../ui/text.module.css';
import { Comparison } from './comparison.tsx';
import classes from './editor.module.css';
import { editorWords } from './editor-words.ts';
import table from './versions.module.css';

/** Published versions, measured against the first one, and a comparison of any two. */
export function VersionsPart({ passport }: { passport: Passport }) {
  const { versions: words, editor } = usePageWords(editorWords);
  const { data, error, isPending, refetch } = useQuery(versionsQuery(passport.id));
  const [chosen, setChosen] = useState<{ older?: number; newer?: number }>({});
  if (isPending) return <LoadingRows />;
  if (!data) return <LoadFailure error={error} onRetry={refetch} />;
  const [latest, previous = latest] = data;
  if (!latest || !previous) return <EmptyState title={editor.parts.versions}>{words.none}</EmptyState>;
  const find = (number: number | undefined, fallback: PassportVersion) =>
    data.find((known) => known.version === number) ?? fallback;
  const older = find(chosen.older, previous);
  const newer = find(chosen.newer, latest);
  const measured = (
    key: string,
    title: string,
    value: (version: PassportVersion) => number,
    delta: (version: PassportVersion) => number,
  ): Column<PassportVersion> => ({
    key,
    title,
    room: 'some',
    text: value,
    cell: (version) => <Measured value={value(version)} delta={delta(version)} />,
  });
  const columns: Column<PassportVersion>[] = [
    {
      key: 'version',
      title: words.version,
      text: ({ version }) => version,
      cell: ({ version, is_baseline }) => (
        <>
          {version}
          {is_baseline ? <span className={textStyle.under}>{words.baseline}</span> : null}
        </>
      ),
    },
    momentColumn({ key: 'published', title: words.published, at: ({ published_at }) => published_at }),
    measured(
      'steps',
      words.steps,
      ({ steps_count }) => steps_count,
      ({ delta_steps }) => delta_steps,
    ),
    measured(
      'documents',
      words.documents,
      ({ documents_count }) => documents_count,
      ({ delta_documents }) => delta_documents,
    ),
    measured(
      'days',
      words.days,
      ({ max_days }) => max_days,
      ({ delta_days }) => delta_days,
    ),
    measured(
      'fee',
      words.fee,
      ({ fee }) => fee,
      ({ delta_fee }) => delta_fee,
    ),
    {
      key: 'note',
      title: words.note,
      room: 'much',
      text: ({ change_note }) => change_note,
      cell: ({ change_note }) => (
        <p className={table.note} data-short={data.length > 1}>
          {change_note}
        </p>
      ),
    },
  ];
  const options = data.map(({ version }) => ({ value: String(version), label: editor.version(version) }));

  return (
    <div className={classes.editor}>
      {data.length > 1 ? <p>{words.deltaText}</p> : null}
      <DataTable
        id="versions"
        testId="versions"
        list={plainList(data)}
        caption={words.caption}
        columns={columns}
        getId={({ id }) => id}
        empty={null}
      />
      {data.length > 1 ? (
        <section className={classes.section} aria-labelledby="compare">
          <h2 id="compare">{words.compare}</h2>
          <div className={table.compareChoice}>
            <NativeSelect
              label={words.older}
              value={String(older.version)}
              data={options}
              data-testid="compare-older"
              onChange={(event) => setChosen({ ...chosen, older: Number(event.currentTarget.value) })}
            />
            <NativeSelect
              label={words.newer}
              value={String(newer.version)}
              data={options}
              data-testid="compare-newer"
              onChange={(event) => setChosen({ ...chosen, newer: Number(event.currentTarget.value) })}
            />
          </div>
          {newer.change_note ? (
            <dl className={table.changeNote} data-testid="change-note-of">
              <dt>{words.noteOf(editor.version(newer.version))}</dt>
              <dd>{newer.change_note}</dd>
            </dl>
          ) : null}
          <Comparison older={older} newer={newer} />
        </section>
      ) : null}
    </div>
  );
}

function Measured({ value, delta }: { value: number; delta: number }) {
  const { versions: words } = usePageWords(editorWords);
  const format = useNumber();
  const label = delta > 0 ? `+${format(delta)}` : `−${format(-delta)}`;
  return (
    <span className={table.measured}>
      {format(value)}{' '}
      {delta === 0 ? null : (
        <span data-better={delta < 0} title={delta < 0 ? words.better(label) : words.worse(label)}>
          ({label})
        </span>
      )}
    </span>
  );
}
