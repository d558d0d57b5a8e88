import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Passport, type PassportVersion, versionsQuery } from '../../api/registry.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { useNumber } from '../../i18n/use-number.ts';
import admin from '../../ui/list-page.module.css';
import { Moment } from '../../ui/moment.tsx';
import { EmptyState, LoadFailure, LoadingRows } from '../../ui/states.tsx';
import { Comparison } from './comparison.tsx';
import classes from './editor.module.css';
import { editorWords } from './editor-words.ts';
import table from './versions.module.css';

/** What was published when, measured against the first time, and any two of them side by side. */
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
  const options = data.map(({ version }) => ({ value: String(version), label: editor.version(version) }));

  return (
    <div className={classes.editor}>
      {data.length > 1 ? <p>{words.deltaText}</p> : null}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls takes the focus (WCAG 2.1.1) */}
      <section className={table.scroll} tabIndex={0} aria-label={words.caption}>
        <table className={`${admin.table} ${table.versions}`} data-testid="versions">
          <caption className={admin.hidden}>{words.caption}</caption>
          <thead>
            <tr>
              <th scope="col">{words.version}</th>
              <th scope="col">{words.published}</th>
              <th scope="col">{words.steps}</th>
              <th scope="col">{words.documents}</th>
              <th scope="col">{words.days}</th>
              <th scope="col">{words.fee}</th>
              <th scope="col">{words.note}</th>
            </tr>
          </thead>
          <tbody>
            {data.map((version) => (
              <tr key={version.id}>
                <th scope="row">
                  {version.version}
                  {version.is_baseline ? <span className={admin.under}>{words.baseline}</span> : null}
                </th>
                <td>
                  <Moment at={version.published_at} />
                </td>
                <Measured value={version.steps_count} delta={version.delta_steps} />
                <Measured value={version.documents_count} delta={version.delta_documents} />
                <Measured value={version.max_days} delta={version.delta_days} />
                <Measured value={version.fee} delta={version.delta_fee} />
                <td>
                  <p className={table.note} data-short={data.length > 1}>
                    {version.change_note}
                  </p>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
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
    <td className={table.measured}>
      {format(value)}{' '}
      {delta === 0 ? null : (
        <span data-better={delta < 0} title={delta < 0 ? words.better(label) : words.worse(label)}>
          ({label})
        </span>
      )}
    </td>
  );
}
