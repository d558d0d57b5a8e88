import { Button } from '@mantine/core';
import { IconFile, IconPaperclip, IconX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type Paper, removeDraftPaper } from '../../api/gov.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { Failed } from '../profile/parts/form-actions.tsx';
import parts from '../profile/parts/parts.module.css';
import { useExplanation } from '../profile/parts/use-explanation.ts';
import { type PaperUpload, UploadState } from './paper-upload.tsx';
import { formatSize, MAX_PAPER_MEGABYTES, MAX_PAPERS, PAPER_KINDS, sortPapers } from './papers.ts';
import classes from './service.module.css';
import { serviceWords } from './words.ts';

interface ChooseFilesProps {
  already: number;
  isDisabled?: boolean;
  onChosen(files: File[]): void;
}

/** The button and what is wrong with the choice; the files themselves are the caller's. */
export function ChooseFiles({ already, isDisabled = false, onChosen }: ChooseFilesProps) {
  const { papers: words } = usePageWords(serviceWords);
  const input = useRef<HTMLInputElement>(null);
  const [faults, setFaults] = useState<string[]>([]);
  return (
    <>
      <p className={parts.quiet} id="paper-limits">
        {words.limits(MAX_PAPER_MEGABYTES, MAX_PAPERS)}
      </p>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={PAPER_KINDS.join()}
        data-testid="paper-input"
        onChange={(event) => {
          const { good, faults: found } = sortPapers([...(event.currentTarget.files ?? [])], already, words);
          setFaults(found);
          if (good.length > 0) onChosen(good);
          // The same file may be chosen again after it was removed.
          event.currentTarget.value = '';
        }}
      />
      {faults.length > 0 ? (
        <ul role="alert" className={classes.paperFaults}>
          {faults.map((fault) => (
            <li key={fault}>{fault}</li>
          ))}
        </ul>
      ) : null}
      <div>
        <Button
          variant="default"
          disabled={isDisabled || already >= MAX_PAPERS}
          aria-describedby="paper-limits"
          leftSection={<IconPaperclip size={18} aria-hidden="true" />}
          data-testid="choose-papers"
          onClick={() => input.current?.click()}
        >
          {words.choose}
        </Button>
      </div>
    </>
  );
}

interface PaperPickerProps {
  asked: readonly string[];
  serviceId: string;
  papers: readonly Paper[];
  uploads: PaperUpload;
  onRemoved(paper: Paper): void;
}

/** Papers of an application that is not sent yet: each is kept with the draft as soon as it is chosen. */
export function PaperPicker({ asked, serviceId, papers, uploads, onRemoved }: PaperPickerProps) {
  const { language } = useLanguage();
  const { papers: words } = usePageWords(serviceWords);
  const explain = useExplanation('platform');
  const message = useRef<HTMLParagraphElement>(null);
  const remove = useMutation({
    mutationFn: (paper: Paper) => removeDraftPaper(serviceId, paper.id),
    onSuccess: (_, paper) => onRemoved(paper),
  });
  const removed = remove.data === undefined ? undefined : remove.variables;
  // The button that was pressed has gone with its file.
  useEffect(() => {
    if (removed) message.current?.focus();
  }, [removed]);
  return (
    <div className={parts.block}>
      <p>{words.asked}</p>
      <ul className={classes.askedList} lang="mn">
        {asked.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
      {papers.length === 0 ? (
        <p className={parts.quiet}>{words.none}</p>
      ) : (
        <ul className={classes.files}>
          {papers.map((paper) => (
            <li key={paper.id} data-testid="draft-paper">
              <IconFile size={20} stroke={1.6} aria-hidden="true" />
              <span className={classes.fileName}>{paper.name}</span>
              <span className={classes.fileSize}>{formatSize(paper.size_bytes, language)}</span>
              <button
                type="button"
                className={classes.fileRemove}
                disabled={remove.isPending}
                aria-label={words.remove(paper.name)}
                onClick={() => remove.mutate(paper)}
              >
                <IconX size={18} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <p ref={message} role="status" tabIndex={-1} className={parts.said}>
        {removed ? words.removed(removed.name) : null}
      </p>
      <Failed text={remove.error ? explain(remove.error) : null} />
      <UploadState uploads={uploads} />
      <ChooseFiles
        already={papers.length}
        isDisabled={uploads.isPending}
        onChosen={(files) => {
          remove.reset();
          uploads.send(files);
        }}
      />
      <p className={parts.quiet}>{words.kept}</p>
    </div>
  );
}
