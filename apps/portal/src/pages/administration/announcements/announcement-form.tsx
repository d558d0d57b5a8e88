import '@mantine/core/styles/Checkbox.layer.css';
import { Button, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  ANNOUNCEMENTS_KEY,
  type Announcement,
  type AnnouncementBody,
  saveAnnouncement,
} from '../../../api/announcements.ts';
import { isChangedMeanwhile } from '../../../api/errors.ts';
import { announcementsCreateBody } from '../../../api/generated/bodies.ts';
import { readStepUpFailure, useStepUp } from '../../../features/step-up/step-up.tsx';
import { formatMoment } from '../../../i18n/format.ts';
import { usePageWords } from '../../../i18n/provider.tsx';
import { localTimeOf, readLocalTime } from '../../../i18n/time.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { ErrorSummary } from '../../../ui/forms/error-summary.tsx';
import formStyle from '../../../ui/forms/form.module.css';
import { RestoredNote } from '../../../ui/forms/restored-note.tsx';
import { useBodyForm } from '../../../ui/forms/use-body-form.ts';
import { ActionFailure } from '../../../ui/states/states.tsx';
import { announcementsWords } from './words.ts';

const KINDS = ['disruption', 'maintenance', 'news'] as const;

const openValues = (announcement: Announcement | null) => ({
  kind: announcement?.kind ?? 'disruption',
  title: announcement?.title ?? '',
  title_en: announcement?.title_en ?? '',
  body: announcement?.body ?? '',
  body_en: announcement?.body_en ?? '',
  starts_at: localTimeOf(announcement?.starts_at ?? new Date()),
  ends_at: localTimeOf(announcement?.ends_at ?? ''),
  read_only: announcement?.read_only ?? false,
});

/** Writes a new announcement, or changes the given one. */
export function AnnouncementForm({
  announcement,
  onDone,
}: {
  announcement: Announcement | null;
  onDone(): void;
}) {
  const words = usePageWords(announcementsWords);
  const client = useQueryClient();
  const stepUp = useStepUp();
  /** A body that waits for the confirmation of what stops. */
  const [asked, setAsked] = useState<AnnouncementBody | null>(null);
  const save = useMutation({
    mutationFn: (body: AnnouncementBody) =>
      stepUp.run(() => saveAnnouncement(announcement?.id ?? null, body)),
    onSuccess: async () => {
      setAsked(null);
      await client.invalidateQueries({ queryKey: ANNOUNCEMENTS_KEY });
      form.reset();
      onDone();
    },
    // The confirmed text is no longer the one that would be saved.
    onError: (error) => {
      if (isChangedMeanwhile(error)) setAsked(null);
    },
  });
  const form = useBodyForm({
    schema: announcementsCreateBody,
    keepAs: `announcement:${announcement?.id ?? 'new'}`,
    initial: openValues(announcement),
    record: announcement,
    open: openValues,
    toBody: (values) => ({
      kind: KINDS.find((kind) => kind === values.kind) ?? 'news',
      title: values.title.trim(),
      title_en: values.title_en.trim(),
      body: values.body.trim(),
      body_en: values.body_en.trim(),
      starts_at: readLocalTime(values.starts_at) ?? '',
      ends_at: values.ends_at === '' ? null : (readLocalTime(values.ends_at) ?? ''),
      read_only: values.kind === 'maintenance' && values.read_only,
    }),
    hints: { starts_at: words.momentHint, ends_at: words.momentHint },
    check: ({ kind, starts_at, ends_at, read_only }): Partial<Record<string, string>> => {
      if (ends_at !== '' && ends_at <= starts_at) return { ends_at: words.endBeforeStart };
      const isTooLong = ends_at === '' || hoursBetween(starts_at, ends_at) > LONGEST_READ_ONLY_HOURS;
      return kind === 'maintenance' && read_only && isTooLong ? { ends_at: words.readOnlyEnd } : {};
    },
    onSend: (body) => (body.read_only ? setAsked(body) : save.mutate(body)),
    error: save.error,
    isPending: save.isPending,
  });
  return (
    <>
      <form className={formStyle.narrow} onSubmit={form.send} noValidate data-testid="announcement-form">
        <RestoredNote form={form} />
        <ErrorSummary
          errors={form.faults}
          labels={{
            kind: words.kind,
            title: words.titleMn,
            title_en: words.titleEn,
            body: words.bodyMn,
            body_en: words.bodyEn,
            starts_at: words.starts,
            ends_at: words.ends,
            read_only: words.readOnly,
          }}
        />
        <NativeSelect
          {...form.field('kind')}
          label={words.kind}
          data={KINDS.map((value) => ({ value, label: words.kinds[value] }))}
        />
        <TextInput {...form.field('title')} label={words.titleMn} lang="mn" />
        <TextInput {...form.field('title_en')} label={words.titleEn} lang="en" />
        <Textarea {...form.field('body')} label={words.bodyMn} lang="mn" autosize minRows={2} />
        <Textarea {...form.field('body_en')} label={words.bodyEn} lang="en" autosize minRows={2} />
        <TextInput
          {...form.field('starts_at')}
          type="datetime-local"
          label={words.starts}
          description={words.startsHint}
        />
        <TextInput
          {...form.field('ends_at')}
          type="datetime-local"
          label={words.ends}
          description={words.endsHint}
        />
        {form.values.kind === 'maintenance' ? (
          <Checkbox {...form.field('read_only')} label={words.readOnly} description={words.readOnlyHint} />
        ) : null}
        {form.hasFaults || asked ? null : <ActionFailure error={readStepUpFailure(save.error)} />}
        <div className={formStyle.actions}>
          <Button type="submit" loading={save.isPending}>
            {words.save}
          </Button>
          {announcement === null ? null : (
            <Button
              variant="default"
              onClick={() => {
                form.forget();
                onDone();
              }}
            >
              {words.cancel}
            </Button>
          )}
        </div>
      </form>
      <ConfirmDialog
        isOpen={asked !== null && !stepUp.isOpen}
        title={words.stopTitle}
        action={words.stopAction}
        isPending={save.isPending}
        failure={<ActionFailure error={readStepUpFailure(save.error)} />}
        onConfirm={() => asked && save.mutate(asked)}
        onCancel={() => {
          save.reset();
          setAsked(null);
        }}
      >
        <p>{words.stopTimes(formatMoment(asked?.starts_at ?? ''), formatMoment(asked?.ends_at ?? ''))}</p>
        <ul>
          {words.stops.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <p>{words.stopStays}</p>
      </ConfirmDialog>
      {stepUp.dialog}
    </>
  );
}

const LONGEST_READ_ONLY_HOURS = 72;
const hoursBetween = (from: string, to: string) =>
  (Date.parse(readLocalTime(to) ?? '') - Date.parse(readLocalTime(from) ?? '')) / 3_600_000;
