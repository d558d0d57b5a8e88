import { Button } from '@mantine/core';
import { IconCamera, IconFolder, IconPaperclip } from '@tabler/icons-react';
import { type ChangeEvent, useRef, useState } from 'react';
import type { PaperSlot } from '../../api/catalogue.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import textStyle from '../../ui/text.module.css';
import { SpacePicker } from '../space/space-picker.tsx';
import { useHasSpace } from '../space/use-has-space.ts';
import { spaceWords } from '../space/words.ts';
import type { Chosen } from './paper-upload.tsx';
import classes from './papers.module.css';
import { MAX_PAPER_MEGABYTES, MAX_PAPERS, PAPER_KINDS, sayKinds, sortPapers } from './papers.ts';
import { shrinkPhoto } from './shrink-photo.ts';
import { paperWords } from './words.ts';

interface ChooseFilesProps {
  /** The document that the files are for. */
  slot?: PaperSlot;
  already: number;
  isDisabled?: boolean;
  onChosen(files: readonly Chosen[]): void;
}

/** A device for the hand: a desktop would open the same window for a camera and for files. */
const hasCamera = () => window.matchMedia('(pointer: coarse)').matches;

/** The button and the errors of the choice; the caller handles the files. */
export function ChooseFiles({ slot, already, isDisabled = false, onChosen }: ChooseFilesProps) {
  const { language } = useLanguage();
  const words = usePageWords(paperWords);
  const accepts = slot?.accepts ?? PAPER_KINDS;
  const suffix = slot ? `-${slot.key}` : '';
  const input = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const offersCamera = accepts.includes('image/jpeg') && hasCamera();
  const [isPreparing, setIsPreparing] = useState(false);
  const { pick } = usePageWords(spaceWords);
  const hasSpace = useHasSpace();
  const [isPicking, setIsPicking] = useState(false);
  const [faults, setFaults] = useState<string[]>([]);
  const isBlocked = isDisabled || isPreparing || already >= MAX_PAPERS;
  const take = async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const chosen = [...(currentTarget.files ?? [])];
    // Reset, so that the same file can be chosen again after its removal.
    currentTarget.value = '';
    setIsPreparing(true);
    const prepared: File[] = [];
    // One after the other: a decoded photo takes 50 MB of memory.
    for (const file of chosen) prepared.push(await shrinkPhoto(file, accepts));
    setIsPreparing(false);
    const { good, faults: found } = sortPapers(prepared, already, words, accepts);
    setFaults(found);
    if (good.length > 0) onChosen(good);
  };
  return (
    <>
      <p className={textStyle.quiet} id={`paper-limits${suffix}`}>
        {slot ? words.kinds(sayKinds(accepts)) : words.limits(MAX_PAPER_MEGABYTES, MAX_PAPERS)}
      </p>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={accepts.join()}
        data-testid={`paper-input${suffix}`}
        onChange={take}
      />
      {offersCamera ? (
        <input
          ref={camera}
          type="file"
          hidden
          accept="image/jpeg"
          capture="environment"
          data-testid={`paper-camera${suffix}`}
          onChange={take}
        />
      ) : null}
      {faults.length > 0 ? (
        <div role="alert">
          <ul className={classes.paperFaults}>
            {faults.map((fault) => (
              <li key={fault}>{fault}</li>
            ))}
          </ul>
        </div>
      ) : null}
      <div className={classes.sources}>
        {offersCamera ? (
          <Button
            variant="default"
            disabled={isBlocked}
            aria-label={slot ? words.photographFor(slot['x-title'][language]) : undefined}
            leftSection={<IconCamera size={18} aria-hidden="true" />}
            data-testid={`photograph${suffix}`}
            onClick={() => camera.current?.click()}
          >
            {words.photograph}
          </Button>
        ) : null}
        <Button
          variant="default"
          disabled={isBlocked}
          aria-label={slot ? words.chooseFor(slot['x-title'][language]) : undefined}
          aria-describedby={`paper-limits${suffix}`}
          leftSection={<IconPaperclip size={18} aria-hidden="true" />}
          data-testid={`choose-papers${suffix}`}
          onClick={() => input.current?.click()}
        >
          {words.choose}
        </Button>
        {hasSpace ? (
          <Button
            variant="default"
            disabled={isBlocked}
            aria-label={slot ? pick.openFor(slot['x-title'][language]) : undefined}
            leftSection={<IconFolder size={18} aria-hidden="true" />}
            data-testid={`pick-papers${suffix}`}
            onClick={() => {
              setFaults([]);
              setIsPicking(true);
            }}
          >
            {pick.open}
          </Button>
        ) : null}
      </div>
      <SpacePicker
        isOpen={isPicking}
        accepts={{ kinds: accepts, said: sayKinds(accepts), bytes: MAX_PAPER_MEGABYTES * 1024 * 1024 }}
        most={MAX_PAPERS - already}
        action={words.attach}
        onChosen={(names) => onChosen(names.map((name) => ({ name })))}
        onClose={() => setIsPicking(false)}
      />
    </>
  );
}
