import '@mantine/core/styles/Progress.layer.css';
import { Button, Progress } from '@mantine/core';
import { IconFileZip } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { askExport, type DataExport, exportPath, exportsQuery, proveForExport } from '../../api/account.ts';
import { readStepUpFailure, useStepUp } from '../../features/step-up/step-up.tsx';
import { formatDateTime, formatSize } from '../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Section } from '../../ui/page/section.tsx';
import rowStyle from '../../ui/rows.module.css';
import { ActionFailure, Done, Loaded } from '../../ui/states/states.tsx';
import textStyle from '../../ui/text.module.css';
import { dataWords } from './data-words.ts';

const TONES: Record<DataExport['state'], Tone> = {
  queued: 'wait',
  running: 'wait',
  ready: 'good',
  failed: 'bad',
  expired: 'plain',
};

const isBeingMade = ({ state }: DataExport): boolean => state === 'queued' || state === 'running';

export function CopySection() {
  const { copy: words } = usePageWords(dataWords);
  const client = useQueryClient();
  const query = useQuery(exportsQuery);
  const ask = useMutation({
    mutationFn: askExport,
    onSuccess: () => client.invalidateQueries({ queryKey: exportsQuery.queryKey }),
  });
  return (
    <Section id="copy" title={words.heading} lead={words.lead}>
      <Loaded query={query} source="platform" lines={2}>
        {({ items }) => (
          <>
            {items.length === 0 ? null : (
              <ul className={rowStyle.rows}>
                {items.map((each) => (
                  <ExportRow key={each.id} copy={each} />
                ))}
              </ul>
            )}
            <div>
              <Button
                loading={ask.isPending}
                disabled={items.some(isBeingMade)}
                data-testid="make-copy"
                onClick={() => ask.mutate()}
              >
                {words.make}
              </Button>
            </div>
            <Done testId="copy-said">
              {!ask.isSuccess
                ? null
                : items.some(isBeingMade)
                  ? words.asked
                  : items[0]?.state === 'ready'
                    ? words.made
                    : null}
            </Done>
          </>
        )}
      </Loaded>
      <ActionFailure error={ask.error} />
      <p className={textStyle.quiet}>{words.safe}</p>
    </Section>
  );
}

function ExportRow({ copy }: { copy: DataExport }) {
  const { language } = useLanguage();
  const { copy: words } = usePageWords(dataWords);
  const stepUp = useStepUp();
  const date = formatDateTime(copy.created_at, language);
  const download = useMutation({
    mutationFn: () => stepUp.run(proveForExport),
    // A plain navigation: the browser saves the stream, however large it is.
    onSuccess: () => window.location.assign(exportPath(copy.id)),
  });
  return (
    <li className={rowStyle.row} data-testid="copy" data-state={copy.state}>
      <IconFileZip size={24} stroke={1.6} aria-hidden="true" />
      <div className={rowStyle.rowText}>
        <p className={rowStyle.rowTitle}>
          {words.of(date)}
          <Badge tone={TONES[copy.state]}>{words.states[copy.state]}</Badge>
        </p>
        {isBeingMade(copy) ? (
          <>
            <p role="status">{words.progress(copy.done, copy.total)}</p>
            <Progress
              value={(copy.done / copy.total) * 100}
              aria-label={words.progress(copy.done, copy.total)}
            />
          </>
        ) : null}
        {copy.state === 'failed' ? <p>{words.failedText}</p> : null}
        {copy.state === 'ready' ? (
          <p className={textStyle.quiet}>
            {formatSize(copy.size_bytes, language)} · {words.until(formatDateTime(copy.expires_at, language))}
          </p>
        ) : null}
        <ActionFailure error={readStepUpFailure(download.error)} />
      </div>
      {copy.state === 'ready' ? (
        <Button
          variant="default"
          size="sm"
          loading={download.isPending}
          aria-label={words.downloadLabel(date)}
          data-testid="download-copy"
          onClick={() => download.mutate()}
        >
          {words.download}
        </Button>
      ) : null}
      {stepUp.dialog}
    </li>
  );
}
