import { Button } from '@mantine/core';
import { IconFile, IconPaperclip, IconX } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { usePageWords } from '../../i18n/provider.tsx';
import parts from '../profile/parts/parts.module.css';
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
  files: readonly File[];
  onChange(files: File[]): void;
}

/** Papers that leave together with the application. */
export function PaperPicker({ asked, files, onChange }: PaperPickerProps) {
  const { papers: words } = usePageWords(serviceWords);
  return (
    <div className={parts.block}>
      <p>{words.asked}</p>
      <ul className={classes.askedList} lang="mn">
        {asked.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
      <ChooseFiles already={files.length} onChosen={(chosen) => onChange([...files, ...chosen])} />
      {files.length === 0 ? (
        <p className={parts.quiet}>{words.none}</p>
      ) : (
        <ul className={classes.files}>
          {files.map((file, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two files may share a name; the place tells them apart
            <li key={index}>
              <IconFile size={20} stroke={1.6} aria-hidden="true" />
              <span className={classes.fileName}>{file.name}</span>
              <span className={parts.quiet}>{formatSize(file.size)}</span>
              <button
                type="button"
                className={classes.fileRemove}
                aria-label={words.remove(file.name)}
                onClick={() => onChange(files.filter((_, at) => at !== index))}
              >
                <IconX size={18} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <p className={parts.quiet}>{words.kept}</p>
    </div>
  );
}
