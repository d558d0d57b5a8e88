import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { IconBookmarkPlus, IconListCheck, IconX } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { govOfficerFiltersSaveBody } from '../../api/generated/bodies.ts';
import { deleteFilter, deskServicesQuery, filtersQuery, saveFilter } from '../../api/officer.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import formStyle from '../../ui/forms/form.module.css';
import { useBodyForm } from '../../ui/forms/use-body-form.ts';
import { ActionFailure } from '../../ui/states/states.tsx';
import type { SortOrder } from '../../ui/table/sort-rows.ts';
import { useView } from '../../ui/table/use-view.ts';
import textStyle from '../../ui/text.module.css';
import { uiWords } from '../../ui/words.ts';
import classes from './bulk.module.css';
import { bulkWords } from './bulk-words.ts';
import { isSameFilter, QUEUE_VIEW, type QueueChoice } from './queue-views.ts';

interface QueueToolsProps {
  choice: QueueChoice;
  isSelecting: boolean;
  onChoose(choice: QueueChoice): void;
  onSelect(isSelecting: boolean): void;
}

function readOrder(value: string): SortOrder | null {
  const [direction, key] = value.split(' ');
  return key ? { key, direction: direction === 'descending' ? direction : 'ascending' } : null;
}

/** Narrows the list, and keeps what is used often under a name. */
export function QueueTools({ choice, isSelecting, onChoose, onSelect }: QueueToolsProps) {
  const words = usePageWords(bulkWords);
  const services = useQuery(deskServicesQuery);
  const { data: saved } = useQuery(filtersQuery);
  const [view, changeView] = useView(QUEUE_VIEW);
  const [isNaming, setIsNaming] = useState(false);
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: deleteFilter,
    onSettled: () => client.invalidateQueries(filtersQuery),
  });
  // A view alone is one click away already.
  const isPlain = choice.service === '' && !choice.onlyMine;
  const isSaved = saved?.items.some((filter) => isSameFilter(filter, choice)) ?? false;
  return (
    <section aria-label={words.filters} className={formStyle.form}>
      <div className={classes.tools}>
        <NativeSelect
          label={words.service}
          value={choice.service}
          data-testid="queue-service"
          data={[
            { value: '', label: words.everyService },
            ...(services.data?.items ?? []).map(({ code, name }) => ({ value: code, label: name })),
          ]}
          onChange={(event) => onChoose({ ...choice, service: event.currentTarget.value })}
        />
        <NativeSelect
          label={words.order}
          value={view.sort ? `${view.sort.direction} ${view.sort.key}` : ''}
          data-testid="queue-order"
          data={[
            { value: '', label: words.dueFirst },
            { value: 'descending due', label: words.dueLast },
            { value: 'ascending sent', label: words.sentFirst },
            { value: 'descending sent', label: words.sentLast },
          ]}
          onChange={(event) => changeView({ sort: readOrder(event.currentTarget.value) })}
        />
        <Button
          variant="default"
          leftSection={<IconListCheck size={18} aria-hidden="true" />}
          aria-pressed={isSelecting}
          data-testid="select-mode"
          onClick={() => onSelect(!isSelecting)}
        >
          {isSelecting ? words.selectEnd : words.select}
        </Button>
      </div>
      <div className={classes.saved}>
        {choice.view === 'mine' ? null : (
          <Checkbox
            label={words.onlyMine}
            checked={choice.onlyMine}
            data-testid="queue-mine"
            onChange={(event) => onChoose({ ...choice, onlyMine: event.currentTarget.checked })}
          />
        )}
        {isPlain || isSaved || isNaming ? null : (
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconBookmarkPlus size={17} aria-hidden="true" />}
            data-testid="save-filter"
            onClick={() => setIsNaming(true)}
          >
            {words.save}
          </Button>
        )}
      </div>
      {isNaming ? <NameForm choice={choice} onDone={() => setIsNaming(false)} /> : null}
      {saved && saved.items.length > 0 ? (
        <>
          <h2 className={textStyle.hidden} id="saved-filters">
            {words.saved}
          </h2>
          <ul className={classes.saved} aria-labelledby="saved-filters" data-testid="saved-filters">
            {saved.items.map((filter) => (
              <li key={filter.id} className={classes.savedItem}>
                <button
                  type="button"
                  aria-current={isSameFilter(filter, choice) ? 'true' : undefined}
                  data-testid="saved-filter"
                  onClick={() =>
                    onChoose({ view: filter.view, service: filter.service, onlyMine: filter.only_mine })
                  }
                >
                  {filter.name}
                </button>
                <button
                  type="button"
                  className={classes.remove}
                  aria-label={words.remove(filter.name)}
                  title={words.remove(filter.name)}
                  data-testid="remove-filter"
                  onClick={() => remove.mutate(filter.id)}
                >
                  <IconX size={15} aria-hidden="true" />
                </button>
              </li>
            ))}
          </ul>
        </>
      ) : null}
      <ActionFailure error={remove.error} />
    </section>
  );
}

function NameForm({ choice, onDone }: { choice: QueueChoice; onDone(): void }) {
  const words = usePageWords(bulkWords);
  const shared = usePageWords(uiWords);
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: saveFilter,
    onSuccess: async () => {
      await client.invalidateQueries(filtersQuery);
      onDone();
    },
  });
  const form = useBodyForm({
    schema: govOfficerFiltersSaveBody,
    keepAs: null,
    initial: { name: '' },
    toBody: ({ name }) => ({
      name: name.trim(),
      view: choice.view,
      service: choice.service,
      only_mine: choice.onlyMine,
    }),
    onSend: save.mutate,
    error: save.error,
    isPending: save.isPending,
  });
  return (
    <form className={formStyle.form} onSubmit={form.send} noValidate data-testid="filter-form">
      <TextInput
        {...form.field('name')}
        label={words.name}
        description={words.nameHint}
        autoFocus
        data-testid="filter-name"
      />
      {form.hasFaults ? null : <ActionFailure error={save.error} />}
      <div className={formStyle.actions}>
        <Button type="submit" loading={save.isPending} data-testid="filter-save">
          {words.saveAction}
        </Button>
        <Button variant="default" onClick={onDone}>
          {shared.cancel}
        </Button>
      </div>
    </form>
  );
}
