import { Button } from '@mantine/core';
import { IconFileTypePdf, IconFolder, IconUpload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { readFile } from '../../api/read-file.ts';
import { LARGEST_PDF_BYTES } from '../../api/signing.ts';
import { downloadPath } from '../../api/space.ts';
import { formatSize } from '../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import formStyle from '../../ui/forms/form.module.css';
import { Failed } from '../../ui/states/states.tsx';
import { useExplanation } from '../../ui/states/use-explanation.ts';
import textStyle from '../../ui/text.module.css';
import { SpacePicker } from '../space/space-picker.tsx';
import { useFileDrop } from '../space/use-file-drop.ts';
import { useHasSpace } from '../space/use-has-space.ts';
import classes from './choose-pdf.module.css';
import { chooseWords } from './choose-words.ts';

interface ChoosePdfProps {
  /** Files of My space need a session. */
  offersSpace: boolean;
  largestBytes?: number;
  onChosen(file: File): void;
}

/** A PDF from the device, dropped anywhere on the page, or from My space. */
export function ChoosePdf({ offersSpace, largestBytes = LARGEST_PDF_BYTES, onChosen }: ChoosePdfProps) {
  const { language } = useLanguage();
  const words = usePageWords(chooseWords);
  const input = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<string | null>(null);
  const take = (files: readonly File[]) => {
    const [file] = files;
    if (!file) return;
    const problem =
      files.length > 1
        ? words.onlyOne
        : file.size === 0
          ? words.empty
          : file.size > largestBytes
            ? words.tooLarge(formatSize(largestBytes, language))
            : null;
    setFault(problem);
    if (problem === null) onChosen(file);
  };
  const isOver = useFileDrop(({ files, folders }) => {
    if (folders.length > 0) setFault(words.folder);
    else take(files);
  });
  return (
    <div
      className={classes.zone}
      data-over={isOver || undefined}
      data-testid={isOver ? 'drop-here' : undefined}
    >
      <IconFileTypePdf size={44} stroke={1.3} aria-hidden="true" />
      <p className={classes.lead}>
        <span className={classes.withMouse}>{isOver ? words.dropHere : words.lead}</span>
        <span className={classes.withFinger}>{words.leadTouch}</span>
      </p>
      <p className={`${textStyle.quiet} ${textStyle.small}`} id="pdf-limits">
        {words.limits(formatSize(largestBytes, language))}
      </p>
      <input
        ref={input}
        type="file"
        accept="application/pdf,.pdf"
        hidden
        data-testid="pdf-input"
        onChange={(event) => {
          take([...(event.currentTarget.files ?? [])]);
          // Reset, so that the same file can be chosen again.
          event.currentTarget.value = '';
        }}
      />
      <div className={`${formStyle.actions} ${classes.actions}`}>
        <Button
          size="md"
          aria-describedby="pdf-limits"
          leftSection={<IconUpload size={18} aria-hidden="true" />}
          data-testid="choose-pdf"
          onClick={() => input.current?.click()}
        >
          {words.choose}
        </Button>
        {offersSpace ? <FromSpace onChosen={(file) => take([file])} /> : null}
      </div>
      <Failed text={fault} testId="pdf-fault" />
    </div>
  );
}

function FromSpace({ onChosen }: { onChosen(file: File): void }) {
  const words = usePageWords(chooseWords);
  const explain = useExplanation('platform');
  const hasSpace = useHasSpace();
  const [isOpen, setIsOpen] = useState(false);
  const fetching = useMutation({
    mutationFn: async (name: string) =>
      new File([await readFile(downloadPath(name), 'application/pdf')], name, { type: 'application/pdf' }),
    onSuccess: onChosen,
  });
  if (!hasSpace) return null;
  return (
    <>
      <Button
        size="md"
        variant="default"
        loading={fetching.isPending}
        leftSection={<IconFolder size={18} aria-hidden="true" />}
        data-testid="pdf-from-space"
        onClick={() => setIsOpen(true)}
      >
        {words.fromSpace}
      </Button>
      <SpacePicker
        isOpen={isOpen}
        accepts={{ kinds: ['application/pdf'], said: 'PDF', bytes: LARGEST_PDF_BYTES }}
        most={1}
        action={words.take}
        onChosen={([name]) => name !== undefined && fetching.mutate(name)}
        onClose={() => setIsOpen(false)}
      />
      <Failed text={fetching.error ? explain(fetching.error) : null} />
    </>
  );
}
