import { Button, Textarea } from '@mantine/core';
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import type { PassportPublishPreview } from '@tamga/client';
import { type UseMutationResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { onceOnlyQuery, type Passport, publishPassport, publishPreviewQuery } from '../../api/registry.ts';
import { readStepUpFailure } from '../../features/step-up/step-up.tsx';
import { useConfirmedChange } from '../../features/unattended/unattended.tsx';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { inLanguage } from '../../i18n/two-languages.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import formStyle from '../../ui/forms/form.module.css';
import { useTyped } from '../../ui/forms/use-typed.ts';
import noteStyle from '../../ui/note.module.css';
import { ActionFailure, LoadFailure, LoadingRows } from '../../ui/states/states.tsx';
import textStyle from '../../ui/text.module.css';
import { uiWords } from '../../ui/words.ts';
import classes from './editor.module.css';
import { fieldWords } from './field-words.ts';
import { checkGates, type Gate } from './gates.ts';
import { publishWords } from './publish-words.ts';

interface PublishDialogProps {
  passport: Passport;
  isChanged: boolean;
  isOpen: boolean;
  onClose(): void;
  onPublished(passport: Passport, version: number): void;
}

export function PublishDialog(props: PublishDialogProps) {
  const { passport, onPublished } = props;
  const words = usePageWords(publishWords);
  const client = useQueryClient();
  const change = useConfirmedChange();
  const publish = useMutation({
    mutationFn: (note: string) =>
      change.run((confirmation) => publishPassport(passport.id, note, confirmation)),
    onSuccess: ({ snapshot, version }) => {
      client.invalidateQueries({ queryKey: ['registry', 'versions', passport.id] });
      client.invalidateQueries({ queryKey: ['registry', 'service', passport.id] });
      onPublished(snapshot, version);
    },
  });
  return (
    <>
      <Dialog
        isOpen={props.isOpen && !change.isOpen}
        title={words.title(passport.version + 1)}
        size="lg"
        onClose={() => {
          publish.reset();
          props.onClose();
        }}
        data-testid="publish-dialog"
      >
        <p className={textStyle.quiet}>{words.lead}</p>
        <Gates {...props} publish={publish} />
      </Dialog>
      {change.dialog}
    </>
  );
}

interface GatesProps extends PublishDialogProps {
  publish: Pick<UseMutationResult<unknown, unknown, string>, 'error' | 'isPending' | 'mutate'>;
}

/** Mounted with the dialog, so that the report is fetched only for publishing. */
function Gates({ passport, isChanged, onClose, publish }: GatesProps) {
  const words = usePageWords(publishWords);
  const shared = usePageWords(uiWords);
  const { value: note, change: setNote, forget: forgetTyped } = useTyped(`publish:${passport.id}`, '');
  const preview = useQuery(publishPreviewQuery(passport.id));
  const report = useQuery({ ...onceOnlyQuery(passport.id), staleTime: 0 });
  if (report.isPending) return <LoadingRows />;
  if (!report.data) return <LoadFailure error={report.error} onRetry={report.refetch} />;
  const gates = checkGates(passport, report.data, isChanged);
  const isBlocked = gates.some((gate) => !gate.isOpen);
  return (
    <>
      <ul className={classes.gates}>
        {gates.map((gate) => (
          <GateLine key={gate.name} gate={gate} passport={passport} onLeave={onClose} />
        ))}
      </ul>
      {isBlocked ? (
        <p className={noteStyle.note} data-tone="bad" role="status" data-testid="publish-blocked">
          {words.blocked}
        </p>
      ) : (
        <Textarea
          label={words.note}
          description={words.noteHint}
          value={note}
          rows={3}
          maxLength={4000}
          data-autofocus
          data-testid="change-note"
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      )}
      {preview.data && !isBlocked ? <Handover preview={preview.data} /> : null}
      <ActionFailure error={readStepUpFailure(publish.error)} />
      <div className={formStyle.actions}>
        {isBlocked ? null : (
          <Button
            loading={publish.isPending}
            data-testid="publish-action"
            onClick={() => publish.mutate(note.trim(), { onSuccess: () => forgetTyped() })}
          >
            {words.action}
          </Button>
        )}
        <Button variant="default" data-testid="publish-cancel" onClick={onClose}>
          {isBlocked ? shared.close : shared.cancel}
        </Button>
      </div>
    </>
  );
}

/** Which authority gets the waiting cases, and whether anybody there decides them. */
function Handover({ preview }: { preview: PassportPublishPreview }) {
  const { language } = useLanguage();
  const words = usePageWords(publishWords);
  const { cases, moves, officers } = preview;
  if (!moves || cases === 0) return null;
  const name = inLanguage({ mn: preview.authority, en: preview.authority_en }, language);
  return (
    <p
      className={noteStyle.note}
      data-tone={officers === 0 ? 'warn' : undefined}
      data-testid="publish-handover"
    >
      {words.handover(cases, name, officers)}
    </p>
  );
}

function GateLine({ gate, passport, onLeave }: { gate: Gate; passport: Passport; onLeave(): void }) {
  const { language } = useLanguage();
  const words = usePageWords(publishWords);
  const fields = usePageWords(fieldWords);
  const Icon = gate.isOpen ? IconCircleCheck : IconCircleX;
  const labels: Record<string, string> = { ...fields.labels, code: fields.code };
  const nameOf = (code: string) => {
    const link = passport.evidences.find((each) => each.code === code);
    return link ? inLanguage({ mn: link.name, en: link.name_en }, language) : code;
  };
  const isOfFields = gate.name === 'mandatory' || gate.name === 'time' || gate.name === 'languages';
  const because = gate.because.map((name) => (isOfFields ? (labels[name] ?? name) : nameOf(name)));
  return (
    <li data-open={gate.isOpen} data-testid={`gate-${gate.name}`}>
      <Icon size={22} aria-label={gate.isOpen ? words.passed : words.failed} />
      <div>
        <p className={classes.gateName}>{words.gates[gate.name]}</p>
        <p className={textStyle.quiet}>
          {gate.isOpen ? words.good[gate.name] : words.bad[gate.name](because.join(', '))}
        </p>
        {(gate.name === 'once_only' || gate.name === 'evidence_languages') && !gate.isOpen ? (
          <Link to={{ search: '?part=evidences' }} onClick={onLeave}>
            {words.fixLinks}
          </Link>
        ) : isOfFields && !gate.isOpen ? (
          <Link to={{ search: '' }} onClick={onLeave}>
            {words.fixFields}
          </Link>
        ) : null}
      </div>
    </li>
  );
}
