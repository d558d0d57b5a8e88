import { Button } from '@mantine/core';
import { IconDownload, IconTrash } from '@tabler/icons-react';
import { downloadPath, type SpaceFile } from '../../api/space.ts';
import { KeepOffline } from '../../features/offline/keep-offline.tsx';
import { FilePreview } from '../../features/preview/file-preview.tsx';
import { sayKind } from '../../features/space/kinds.ts';
import { StateBadge } from '../../features/space/state-badge.tsx';
import { spaceWords } from '../../features/space/words.ts';
import { formatDateTime, formatSize } from '../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import buttonStyle from '../../ui/button.module.css';
import formStyle from '../../ui/forms/form.module.css';
import noteStyle from '../../ui/note.module.css';
import { Detail, Facts } from '../../ui/page/list-and-detail.tsx';
import { spacePageWords } from './words.ts';

interface FileDetailProps {
  file: SpaceFile;
  onClose(): void;
  onRemove(): void;
}

export function FileDetail({ file, onClose, onRemove }: FileDetailProps) {
  const { language } = useLanguage();
  const words = usePageWords(spacePageWords);
  const { kinds } = usePageWords(spaceWords);
  const isRefused = file.state === 'infected';
  return (
    <Detail title={file.name} subject={file.name} onClose={onClose}>
      {file.state === 'ready' ? null : (
        <p className={noteStyle.note} data-tone={file.state === 'waiting' ? 'warn' : 'bad'}>
          {words.detail[file.state]}
        </p>
      )}
      {isRefused ? null : (
        <FilePreview file={{ ...file, path: downloadPath(file.name), version: file.mod_time }} />
      )}
      <div className={formStyle.actions}>
        {isRefused ? null : (
          <Button
            component="a"
            href={downloadPath(file.name)}
            download={file.name}
            leftSection={<IconDownload size={18} aria-hidden="true" />}
            data-testid="download-file"
          >
            {words.detail.download}
          </Button>
        )}
        <Button
          className={buttonStyle.dangerOutline}
          leftSection={<IconTrash size={18} aria-hidden="true" />}
          data-testid="remove-file"
          onClick={onRemove}
        >
          {words.detail.remove}
        </Button>
      </div>
      {file.state === 'ready' && file.type === 'application/pdf' ? (
        <KeepOffline source={downloadPath(file.name)} title={file.name} />
      ) : null}
      <Facts
        items={[
          [words.kind, sayKind(file.type, kinds)],
          [words.size, formatSize(file.size, language)],
          [words.changed, formatDateTime(file.mod_time, language)],
          [words.state, <StateBadge key="state" state={file.state} />],
        ]}
      />
    </Detail>
  );
}
