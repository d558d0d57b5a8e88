import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import { Button, Checkbox, NativeSelect } from '@mantine/core';
import { usePageWords } from '../../i18n/provider.tsx';
import type { Column } from './columns.tsx';
import classes from './table.module.css';
import { formatView, PAGE_SIZES, PLAIN_VIEW, type View } from './view-memory.ts';
import { tableWords } from './words.ts';

interface ViewPanelProps<Row> {
  id: string;
  columns: readonly Column<Row>[];
  view: View;
  /** Keys of the columns by which the whole list can be sorted. */
  sortable: ReadonlySet<string>;
  /** Null if the list has no pages. */
  size: number | null;
  onChange(change: Partial<View>): void;
}

/** All view settings, also for the card layout, which has no column heads. */
export function ViewPanel<Row>({ id, columns, view, sortable, size, onChange }: ViewPanelProps<Row>) {
  const words = usePageWords(tableWords);
  const sorted = columns.filter(({ key }) => sortable.has(key));
  return (
    <div id={id} className={classes.panel} data-testid="view-panel">
      <fieldset>
        <legend>{words.columns}</legend>
        {columns.slice(1).map(({ key, title }) => (
          <Checkbox
            key={key}
            label={title}
            checked={!view.hidden.includes(key)}
            data-testid={`column-${key}`}
            onChange={(event) =>
              onChange({
                hidden: event.currentTarget.checked
                  ? view.hidden.filter((name) => name !== key)
                  : [...view.hidden, key],
              })
            }
          />
        ))}
      </fieldset>
      {sorted.length > 0 ? (
        <NativeSelect
          label={words.sort}
          value={view.sort && sortable.has(view.sort.key) ? `${view.sort.direction} ${view.sort.key}` : ''}
          data-testid="sort"
          data={[
            { value: '', label: words.unsorted },
            ...sorted.flatMap(({ key, title }) => [
              { value: `ascending ${key}`, label: words.ascending(title) },
              { value: `descending ${key}`, label: words.descending(title) },
            ]),
          ]}
          onChange={(event) => {
            const [direction, key = ''] = event.currentTarget.value.split(' ');
            onChange({
              sort: key ? { key, direction: direction === 'descending' ? direction : 'ascending' } : null,
            });
          }}
        />
      ) : null}
      {size === null ? null : (
        <NativeSelect
          label={words.size}
          value={String(size)}
          data-testid="page-size"
          data={[...new Set([...PAGE_SIZES, size])].map(String)}
          onChange={(event) => onChange({ size: Number(event.currentTarget.value) })}
        />
      )}
      {formatView(view) === null ? null : (
        <Button variant="subtle" data-testid="reset-view" onClick={() => onChange(PLAIN_VIEW)}>
          {words.reset}
        </Button>
      )}
    </div>
  );
}
