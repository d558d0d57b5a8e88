import { Button } from '@mantine/core';
import { IconExternalLink, IconEye, IconEyeOff, IconFileText } from '@tabler/icons-react';
import { useState } from 'react';
import { buildFileAddress, type Case } from '../../api/officer.ts';
import { factWords } from '../../features/facts/words.ts';
import { canOpen, PaperState } from '../../features/papers/paper-state.tsx';
import { FilePreview } from '../../features/preview/file-preview.tsx';
import { formatSize } from '../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import classes from './case.module.css';
import { caseWords } from './case-words.ts';
import { workWords } from './work-words.ts';

/** The papers of a case, each opened beside the answers or in a new tab. */
export function CaseFiles({ opened }: { opened: Case }) {
  const { application, files, service } = opened;
  const { language } = useLanguage();
  const words = usePageWords(caseWords);
  const work = usePageWords(workWords);
  const fetched = usePageWords(factWords);
  const [shownId, setShownId] = useState<string | null>(null);
  const titleOf = (slot: string | null) => {
    const title = service?.form?.['x-papers']?.find(({ key }) => key === slot)?.['x-title'][language];
    return title ? `${title}: ` : '';
  };
  // Papers from before the uploader was recorded name nobody.
  const saySource = (by: string | undefined) =>
    by ? fetched.uploadedBy(by) : application.on_behalf_of ? fetched.uploadedFor : fetched.uploaded;
  return (
    <ul className={classes.files}>
      {files.map((file) => {
        const isShown = file.id === shownId;
        const path = buildFileAddress(application.id, file.id);
        const Icon = isShown ? IconEyeOff : IconEye;
        return (
          <li key={file.id}>
            <IconFileText size={20} stroke={1.6} aria-hidden="true" />
            {canOpen(file, 'officer') ? (
              <>
                <a href={path} target="_blank" rel="noreferrer" data-testid="case-file">
                  {titleOf(file.slot)}
                  {file.name}
                  <IconExternalLink size={15} aria-label={words.newTab} />
                </a>
                <Button
                  variant="default"
                  size="compact-sm"
                  leftSection={<Icon size={16} aria-hidden="true" />}
                  aria-expanded={isShown}
                  aria-label={isShown ? undefined : work.preview(file.name)}
                  data-testid="case-preview"
                  onClick={() => setShownId(isShown ? null : file.id)}
                >
                  {isShown ? work.hide : work.see}
                </Button>
              </>
            ) : (
              <span data-testid="case-file-withheld">
                {titleOf(file.slot)}
                {file.name}
              </span>
            )}
            <span className={classes.quiet}>{formatSize(file.size_bytes)}</span>
            <span className={classes.origin}>{saySource(file.uploaded_by)}</span>
            <PaperState paper={file} reader="officer" />
            {isShown ? (
              <div className={classes.preview} data-testid="preview">
                <FilePreview
                  file={{ name: file.name, type: file.type, size: file.size_bytes, path, version: file.id }}
                />
              </div>
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}
