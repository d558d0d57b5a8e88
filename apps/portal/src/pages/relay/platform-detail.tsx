import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { Link } from 'react-router';
import { relayPlatformsUpdateBody } from '../../api/generated/bodies.ts';
import {
  changePlatform,
  deletePlatform,
  type PlatformChange,
  RELAY_KEY,
  type RelayPlatform,
} from '../../api/relay.ts';
import { DeletePart } from '../../features/step-up/asked-button.tsx';
import { readStepUpFailure, useStepUp } from '../../features/step-up/step-up.tsx';
import { formatMoment } from '../../i18n/format.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { useNumber } from '../../i18n/use-number.ts';
import { ErrorSummary } from '../../ui/forms/error-summary.tsx';
import formStyle from '../../ui/forms/form.module.css';
import { FormActions } from '../../ui/forms/form-actions.tsx';
import { RestoredNote } from '../../ui/forms/restored-note.tsx';
import { useBodyForm } from '../../ui/forms/use-body-form.ts';
import layoutStyle from '../../ui/layout.module.css';
import { Moment } from '../../ui/moment.tsx';
import noteStyle from '../../ui/note.module.css';
import { Detail, Facts, showCode } from '../../ui/page/list-and-detail.tsx';
import { ActionFailure, Done } from '../../ui/states/states.tsx';
import { uiWords } from '../../ui/words.ts';
import { ConnectionPart } from './connection-part.tsx';
import { HealthBadge, isConnected } from './health-badge.tsx';
import { KeysPart } from './keys-part.tsx';
import { buildChange, openDraft, PlatformFields, usePlatformLabels } from './platform-fields.tsx';
import { platformWords } from './platform-words.ts';

interface PlatformDetailProps {
  platform: RelayPlatform;
  onClose(): void;
  onDeleted(): void;
}

export function PlatformDetail({ platform, onClose, onDeleted }: PlatformDetailProps) {
  const words = usePageWords(platformWords);
  const format = useNumber();
  const { delivered_at: delivered } = platform;
  return (
    <Detail title={platform.name} subject={platform.id} onClose={onClose}>
      <HealthNote platform={platform} />
      <Facts
        items={[
          [words.health, <HealthBadge key="health" platform={platform} />],
          [words.code, showCode(platform.code)],
          [words.direction, words.directions[platform.direction]],
          ...(isConnected(platform)
            ? ([
                [words.circuit, words.circuits[platform.circuit]],
                [words.delivered, delivered ? <Moment key="delivered" at={delivered} /> : words.never],
                [words.waiting, format(platform.waiting)],
                [words.dead, <Dead key="dead" platform={platform} />],
              ] as const)
            : []),
          [words.created, <Moment key="created" at={platform.created_at} />],
        ]}
      />
      {isConnected(platform) ? <ConnectionPart platform={platform} /> : null}
      <KeysPart platform={platform} />
      <SettingsPart platform={platform} onClose={onClose} />
      <DeletePart
        words={words}
        name={platform.name}
        run={() => deletePlatform(platform.id)}
        onDone={onDeleted}
      />
    </Detail>
  );
}

function Dead({ platform: { id, dead } }: { platform: RelayPlatform }) {
  const words = usePageWords(platformWords);
  const format = useNumber();
  if (dead === 0) return format(dead);
  return (
    <>
      {format(dead)} · <Link to={`/relay/dead-letters?platform=${id}`}>{words.toDead}</Link>
    </>
  );
}

function HealthNote({ platform }: { platform: RelayPlatform }) {
  const words = usePageWords(platformWords);
  const format = useNumber();
  const { paused, health, ill_since, recovered_at, open_until, failures } = platform;
  if (paused)
    return (
      <p className={noteStyle.note} data-tone="warn">
        {words.pausedNote}
      </p>
    );
  if (health === 'ill')
    return (
      <div className={noteStyle.note} data-tone="bad" data-testid="health-note">
        <p>{words.illNote(formatMoment(ill_since ?? ''), format(failures))}</p>
        {open_until ? <p>{words.openUntil(formatMoment(open_until))}</p> : null}
      </div>
    );
  if (health === 'recovered')
    return (
      <p className={noteStyle.note} data-tone="good" data-testid="health-note">
        {words.recoveredNote(formatMoment(recovered_at ?? ''))}
      </p>
    );
  return null;
}

function SettingsPart({ platform, onClose }: { platform: RelayPlatform; onClose(): void }) {
  const words = usePageWords(platformWords);
  const shared = usePageWords(uiWords);
  const labels = usePlatformLabels();
  const client = useQueryClient();
  const titleId = useId();
  const stepUp = useStepUp();
  const save = useMutation({
    mutationFn: (body: PlatformChange) => stepUp.run(() => changePlatform(platform.id, body)),
    onSuccess: () => client.invalidateQueries({ queryKey: RELAY_KEY }),
  });
  const form = useBodyForm({
    schema: relayPlatformsUpdateBody,
    keepAs: `relay-platform:${platform.id}`,
    initial: openDraft(platform),
    record: platform,
    open: openDraft,
    // An unchanged address is not sent, because a new one closes the circuit.
    toBody: (draft, loaded): PlatformChange => {
      const { endpoint_url: address, ...others } = buildChange(draft);
      return address === loaded?.endpoint_url ? others : { ...others, endpoint_url: address };
    },
    onSend: save.mutate,
    onChange: save.reset,
    error: save.error,
    isPending: save.isPending,
  });
  return (
    <section className={layoutStyle.part} aria-labelledby={titleId}>
      <h3 id={titleId}>{words.settings}</h3>
      <form className={formStyle.form} onSubmit={form.send} noValidate>
        <RestoredNote form={form} />
        <ErrorSummary errors={form.faults} labels={labels} />
        <PlatformFields form={form} />
        <Done testId="platform-saved">{save.isSuccess ? words.saved : null}</Done>
        {form.hasFaults ? null : <ActionFailure error={readStepUpFailure(save.error)} />}
        <FormActions
          form={form}
          submit={shared.save}
          testId="save-platform"
          isPending={save.isPending}
          isSaved
          onCancel={onClose}
        />
      </form>
      {stepUp.dialog}
    </section>
  );
}
