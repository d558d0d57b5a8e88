import { IconFile, IconX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import type { PaperSlot } from '../../api/catalogue.ts';
import { type Paper, removeDraftPaper } from '../../api/gov.ts';
import { formatSize } from '../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import buttonStyle from '../../ui/button.module.css';
import layoutStyle from '../../ui/layout.module.css';
import { Done, Failed } from '../../ui/states/states.tsx';
import { useExplanation } from '../../ui/states/use-explanation.ts';
import textStyle from '../../ui/text.module.css';
import type { Faults } from '../service-form/check-answers.ts';
import { ChooseFiles } from './choose-files.tsx';
import { PaperSlots } from './paper-slots.tsx';
import { PaperState } from './paper-state.tsx';
import { type Chosen, type PaperUpload, UploadState } from './paper-upload.tsx';
import classes from './papers.module.css';
import { paperWords } from './words.ts';

interface PaperPickerProps {
  /** Names of documents, if the form has no slots for them. */
  asked: readonly string[];
  slots: readonly PaperSlot[];
  faults: Faults;
  serviceId: string;
  papers: readonly Paper[];
  uploads: PaperUpload;
  onRemoved(paper: Paper): void;
  /** Another way to give the document. */
  renderFetched(slot: PaperSlot): ReactNode;
}

/** Documents of an unsent application: each is saved with the draft when it is chosen. */
export function PaperPicker({
  asked,
  slots,
  faults,
  serviceId,
  papers,
  uploads,
  onRemoved,
  renderFetched,
}: PaperPickerProps) {
  const { language } = useLanguage();
  const words = usePageWords(paperWords);
  const explain = useExplanation('platform');
  const message = useRef<HTMLParagraphElement>(null);
  const remove = useMutation({
    mutationFn: (paper: Paper) => removeDraftPaper(serviceId, paper.id),
    onSuccess: (_, paper) => onRemoved(paper),
  });
  const removed = remove.data === undefined ? undefined : remove.variables;
  // The pressed button disappeared with its file, so the focus has to move.
  useEffect(() => {
    if (removed) message.current?.focus();
  }, [removed]);
  const choose = (files: readonly Chosen[], slot: string | null) => {
    remove.reset();
    uploads.send(files, slot);
  };
  const renderFiles = (files: readonly Paper[]) => (
    <ul className={classes.files}>
      {files.map((paper) => (
        <li key={paper.id} data-testid="draft-paper">
          <IconFile size={20} stroke={1.6} aria-hidden="true" />
          <span className={classes.fileName}>{paper.name}</span>
          <span className={classes.fileSize}>{formatSize(paper.size_bytes, language)}</span>
          <button
            type="button"
            className={buttonStyle.icon}
            disabled={remove.isPending}
            aria-label={words.remove(paper.name)}
            onClick={() => remove.mutate(paper)}
          >
            <IconX size={18} aria-hidden="true" />
          </button>
          <PaperState paper={paper} reader="applicant" />
        </li>
      ))}
    </ul>
  );
  const state = (
    <>
      <Done ref={message}>{removed ? words.removed(removed.name) : null}</Done>
      <Failed text={remove.error ? explain(remove.error) : null} />
      <UploadState uploads={uploads} />
    </>
  );
  if (slots.length > 0)
    return (
      <div className={layoutStyle.stack}>
        <p>{words.lead}</p>
        {state}
        <PaperSlots
          slots={slots}
          papers={papers}
          faults={faults}
          canChange
          isDisabled={uploads.isPending}
          onChosen={choose}
          renderFiles={renderFiles}
          renderFetched={renderFetched}
        />
        <p className={textStyle.quiet}>{words.kept}</p>
      </div>
    );
  return (
    <div className={layoutStyle.stack}>
      <p>{words.asked}</p>
      <ul className={classes.askedList} lang="mn">
        {asked.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
      {papers.length === 0 ? <p className={textStyle.quiet}>{words.none}</p> : renderFiles(papers)}
      {state}
      <ChooseFiles
        already={papers.length}
        isDisabled={uploads.isPending}
        onChosen={(files) => choose(files, null)}
      />
      <p className={textStyle.quiet}>{words.kept}</p>
    </div>
  );
}
