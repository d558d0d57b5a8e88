import type { ReactNode } from 'react';
import type { PaperSlot } from '../../api/catalogue.ts';
import type { Paper } from '../../api/gov.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import textStyle from '../../ui/text.module.css';
import { type Faults, paperId } from '../service-form/check-answers.ts';
import { ChooseFiles } from './choose-files.tsx';
import type { Chosen } from './paper-upload.tsx';
import classes from './papers.module.css';
import { paperWords } from './words.ts';

interface PaperSlotsProps {
  slots: readonly PaperSlot[];
  papers: readonly Paper[];
  faults?: Faults;
  canChange: boolean;
  isDisabled: boolean;
  onChosen(files: readonly Chosen[], slot: string | null): void;
  /** The files of one document, rendered by the page. */
  renderFiles(papers: readonly Paper[]): ReactNode;
  /** What an agency gives or gave instead of the document. */
  renderFetched?(slot: PaperSlot): ReactNode;
}

/** One slot for each document that the form asks for, and one for other files. */
export function PaperSlots({
  slots,
  papers,
  faults = {},
  canChange,
  isDisabled,
  onChosen,
  renderFiles,
  renderFetched,
}: PaperSlotsProps) {
  const { language } = useLanguage();
  const words = usePageWords(paperWords);
  const keys = slots.map(({ key }) => key);
  // Includes files for a document that the form or the answers no longer ask for.
  const others = papers.filter(({ slot }) => slot === null || !keys.includes(slot));
  return (
    <>
      {slots.map((slot) => {
        const title = slot['x-title'][language];
        const filed = papers.filter((paper) => paper.slot === slot.key);
        const fetched = renderFetched?.(slot) ?? null;
        if (filed.length === 0 && !canChange && fetched === null) return null;
        const fault = faults[paperId(slot.key)];
        return (
          <section
            key={slot.key}
            id={paperId(slot.key)}
            tabIndex={-1}
            className={classes.slot}
            aria-label={title}
            data-testid={paperId(slot.key)}
          >
            <h3>
              {title}
              {slot.required ? null : ` – ${words.optional}`}
            </h3>
            {slot['x-help'] ? <p className={textStyle.quiet}>{slot['x-help'][language]}</p> : null}
            {fault ? <p className={classes.fault}>{fault}</p> : null}
            {fetched}
            {filed.length > 0 ? renderFiles(filed) : null}
            {canChange ? (
              <ChooseFiles
                slot={slot}
                already={papers.length}
                isDisabled={isDisabled}
                onChosen={(files) => onChosen(files, slot.key)}
              />
            ) : null}
          </section>
        );
      })}
      {others.length > 0 || canChange ? (
        <section className={classes.slot} aria-label={words.others} data-testid="paper-others">
          <h3>{words.others}</h3>
          {others.length > 0 ? renderFiles(others) : null}
          {canChange ? (
            <ChooseFiles
              already={papers.length}
              isDisabled={isDisabled}
              onChosen={(files) => onChosen(files, null)}
            />
          ) : null}
        </section>
      ) : null}
    </>
  );
}
