import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { readFailure } from '../../api/errors.ts';
import { registryLifeEventsCreateBody, registryLifeEventsReplaceBody } from '../../api/generated/bodies.ts';
import {
  createLifeEvent,
  type LifeEvent,
  type LifeEventBody,
  lifeEventsQuery,
  replaceLifeEvent,
} from '../../api/registry.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { ErrorSummary } from '../../ui/forms/error-summary.tsx';
import formStyle from '../../ui/forms/form.module.css';
import { RestoredNote } from '../../ui/forms/restored-note.tsx';
import { useBodyForm } from '../../ui/forms/use-body-form.ts';
import { Detail } from '../../ui/page/list-and-detail.tsx';
import { ActionFailure, Done } from '../../ui/states/states.tsx';
import { uiWords } from '../../ui/words.ts';
import { vocabularyWords } from './vocabulary-words.ts';

const EMPTY = {
  code: '',
  name: '',
  en_label: '',
  lead_agency: '',
  lead_agency_en: '',
  eu_code: '',
  sort_order: '100',
  kind: 'life' as LifeEvent['kind'],
  description: '',
  description_en: '',
};
const LINES = ['code', 'name', 'en_label', 'lead_agency', 'lead_agency_en', 'eu_code', 'sort_order'] as const;

interface LifeEventFormProps {
  /** Null for an event that is about to be added; the code of an existing one never changes. */
  event: LifeEvent | null;
  onSaved(event: LifeEvent): void;
}

export function NewLifeEvent({ onClose, onSaved }: { onClose(): void; onSaved(event: LifeEvent): void }) {
  const { events: own } = usePageWords(vocabularyWords);
  return (
    <Detail title={own.addTitle} subject="new" onClose={onClose}>
      <LifeEventForm event={null} onSaved={onSaved} />
    </Detail>
  );
}

export function LifeEventForm({ event, onSaved }: LifeEventFormProps) {
  const words = usePageWords(vocabularyWords);
  const own = words.events;
  const shared = usePageWords(uiWords);
  const client = useQueryClient();
  /** The version that the fields show; the page may load a newer one behind them. */
  const seen = useRef(event);
  const isMerging = useRef(false);
  const save = useMutation({
    mutationFn: (body: LifeEventBody) =>
      seen.current ? replaceLifeEvent(seen.current, body) : createLifeEvent(body),
    onSuccess: (saved) => {
      if (seen.current) seen.current = saved;
      onSaved(saved);
    },
    onError: async (error) => {
      const failure = readFailure(error);
      if (failure.kind === 'refused' && failure.code === 'changed_meanwhile') await loadCurrent();
    },
  });
  /** After another person's change: their fields and one's own, so that the next save is one of both. */
  const loadCurrent = async () => {
    const before = seen.current;
    const events = await client.fetchQuery({ ...lifeEventsQuery, staleTime: 0 });
    const current = events.find(({ id }) => id === before?.id);
    if (!before || !current) return;
    seen.current = current;
    isMerging.current = true;
    form.setValues((mine) => mergeEdits(readValues(before), mine, readValues(current)));
    isMerging.current = false;
  };
  const form = useBodyForm({
    schema: event ? registryLifeEventsReplaceBody : registryLifeEventsCreateBody,
    keepAs: `life-event:${event?.id ?? 'new'}`,
    initial: event ? { ...readValues(event) } : EMPTY,
    toBody: (values) => ({
      ...values,
      code: values.code.trim(),
      sort_order: /^-?\d+$/.test(values.sort_order.trim()) ? Number(values.sort_order) : Number.NaN,
    }),
    hints: { code: words.codeError, sort_order: own.orderError },
    onSend: save.mutate,
    onChange: () => {
      if (!isMerging.current) save.reset();
    },
    error: save.error,
    isPending: save.isPending,
  });
  const labels = {
    code: words.code,
    name: words.name,
    en_label: own.enLabel,
    lead_agency: own.agency,
    lead_agency_en: own.agencyEn,
    eu_code: own.euCode,
    sort_order: own.order,
    description: words.description,
    description_en: words.descriptionEn,
  };
  return (
    <form className={formStyle.form} onSubmit={form.send} noValidate data-testid="event-form">
      <RestoredNote form={form} />
      <ErrorSummary errors={form.faults} labels={labels} />
      {LINES.filter((name) => name !== 'code' || event === null).map((name) => (
        <TextInput
          key={name}
          {...form.field(name)}
          label={labels[name]}
          description={name === 'code' ? words.codeHint : undefined}
          lang={name === 'en_label' || name.endsWith('_en') ? 'en' : undefined}
          autoComplete="off"
          data-testid={`event-${name}`}
        />
      ))}
      <NativeSelect
        {...form.field('kind')}
        label={own.kind}
        data={[
          { value: 'life', label: own.kinds.life },
          { value: 'business', label: own.kinds.business },
        ]}
      />
      {(['description', 'description_en'] as const).map((name) => (
        <Textarea key={name} {...form.field(name)} label={labels[name]} rows={3} />
      ))}
      <Done>{save.isSuccess && event ? own.changed : null}</Done>
      {form.hasFaults ? null : <ActionFailure error={save.error} />}
      <div className={formStyle.actions}>
        <Button type="submit" loading={save.isPending} data-testid="event-save">
          {shared.save}
        </Button>
      </div>
    </form>
  );
}

/** What the person changed stays; every other field takes the current value. */
function mergeEdits<Values extends object>(before: Values, mine: Partial<Values>, current: Values): Values {
  const own = (Object.keys(mine) as (keyof Values)[]).filter((name) => mine[name] !== before[name]);
  return { ...current, ...Object.fromEntries(own.map((name) => [name, mine[name]])) };
}

const readValues = ({ id: _, created_at: _at, updated_at: _changed, sort_order, ...facts }: LifeEvent) => ({
  ...facts,
  sort_order: String(sort_order),
});
