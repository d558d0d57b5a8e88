import { Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { lifeEventsQuery, type PassportVersion } from '../../api/registry.ts';
import { optionWords } from '../../features/registry/option-words.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { useNumber } from '../../i18n/use-number.ts';
import list from '../../ui/table/table.module.css';
import textStyle from '../../ui/text.module.css';
import { type ComparedField, compareSnapshots, normalise } from './compare-versions.ts';
import { diffWords, type Piece } from './diff-words.ts';
import { editorWords } from './editor-words.ts';
import { fieldWords } from './field-words.ts';
import { describeForm } from './read-form.ts';
import table from './versions.module.css';

interface ComparisonProps {
  older: PassportVersion;
  newer: PassportVersion;
}

/** Two versions side by side. Changes are marked by more than colour. */
export function Comparison({ older, newer }: ComparisonProps) {
  const { versions: words, editor } = usePageWords(editorWords);
  const fields = usePageWords(fieldWords);
  const show = useValueText();
  const [isOnlyChanged, setIsOnlyChanged] = useState(true);
  const rows = compareSnapshots(older.snapshot, newer.snapshot);
  const changed = rows.filter((row) => row.isChanged);
  const shown = isOnlyChanged ? changed : rows;
  return (
    <>
      <Checkbox
        label={words.onlyChanged}
        checked={isOnlyChanged}
        onChange={(event) => setIsOnlyChanged(event.currentTarget.checked)}
      />
      <p role="status" className={textStyle.quiet} data-testid="compare-count">
        {changed.length > 0 ? words.count(changed.length) : words.same}
      </p>
      {shown.length > 0 ? (
        <table className={`${list.table} ${table.comparison}`} data-testid="comparison">
          <thead>
            <tr>
              <th scope="col">{words.field}</th>
              <th scope="col">{editor.version(older.version)}</th>
              <th scope="col">{editor.version(newer.version)}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ field, before, after, isChanged }) => {
              const diff = diffWords(show(field, before, after), show(field, after, before));
              return (
                <tr key={field} data-changed={isChanged} data-testid={`compared-${field}`}>
                  <th scope="row">
                    {fields.labels[field]}
                    {isChanged && !isOnlyChanged ? (
                      <span className={textStyle.under}>{words.changed}</span>
                    ) : null}
                  </th>
                  <td data-label={editor.version(older.version)}>
                    <Marked pieces={diff.before} as="del" />
                  </td>
                  <td data-label={editor.version(newer.version)}>
                    <Marked pieces={diff.after} as="ins" />
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      ) : null}
    </>
  );
}

/** Marks only the differing words, so that one changed word in a long text is easy to find. */
export function Marked({ pieces, as: Mark }: { pieces: readonly Piece[]; as: 'del' | 'ins' }) {
  return pieces.map(({ text, isChanged }, at) => {
    const key = `${at}${text}`;
    return isChanged ? <Mark key={key}>{text}</Mark> : <span key={key}>{text}</span>;
  });
}

interface LinkShape {
  name: string;
  required: boolean;
  from_citizen: boolean;
  note?: string;
}

/** The text of a value; the other version decides how much of a form is shown. */
function useValueText(): (field: ComparedField, value: unknown, other: unknown) => string {
  const { language } = useLanguage();
  const { versions: words, links } = usePageWords(editorWords);
  const options = usePageWords(optionWords);
  const format = useNumber();
  const { data: events = [] } = useQuery(lifeEventsQuery);
  const nameEvent = (id: unknown) => {
    const event = events.find((known) => known.id === id);
    return event ? (language === 'en' && event.en_label) || event.name : String(id);
  };
  return (field, value, other) => {
    if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return words.empty;
    if (typeof value === 'boolean') return value ? words.yes : words.no;
    if (typeof value === 'number') return format(value);
    if (field === 'life_event_id') return nameEvent(value);
    if (field === 'evidences')
      return (value as LinkShape[])
        .map((link) => {
          const marks = [link.required ? links.required : '', link.from_citizen ? links.fromCitizen : ''];
          const said = marks.filter(Boolean).join(', ');
          const named = said ? `${link.name} (${said})` : link.name;
          return link.note ? `${named}: ${link.note}` : named;
        })
        .join('\n');
    if (field === 'form') return describeForm(normalise(value), normalise(other), language).join('\n');
    if (Array.isArray(value))
      return value
        .map((word) => (field === 'life_event_ids' ? nameEvent(word) : (options[word] ?? String(word))))
        .join(', ');
    return options[String(value)] ?? String(value);
  };
}
