import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Button, Checkbox } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { usePageWords } from '../../i18n/provider.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { useBrand } from '../../ui/page/brand.ts';
import classes from './onboarding.module.css';
import { onboardingWords } from './words.ts';

/** Shown once and stored only in this page's memory. */
export function RecoveryStep({ codes, onKept }: { codes: readonly string[]; onKept(): void }) {
  const words = usePageWords(onboardingWords).recovery;
  const { name } = useBrand();
  const box = useRef<HTMLInputElement>(null);
  const [isTicked, setIsTicked] = useState(false);
  const [isMissing, setIsMissing] = useState(false);
  const text = `${words.fileHeading(name)}\n\n${codes.join('\n')}\n\n${words.fileNote}\n`;

  useEffect(() => {
    // Leaving now would lose the codes, so the browser asks first.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);

  const goOn = () => {
    if (isTicked) return onKept();
    setIsMissing(true);
    box.current?.focus();
  };

  return (
    <div className={classes.step}>
      <p>{words.text}</p>
      <ol className={classes.codes} data-testid="recovery-codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className={classes.keep}>
        <CopyButton text={codes.join('\n')} label={words.codes} />
        <DownloadButton text={text} />
      </div>
      <p className={classes.warning}>{words.once}</p>
      <Checkbox
        ref={box}
        label={words.kept}
        checked={isTicked}
        error={isMissing && !isTicked ? words.keptMissing : null}
        data-testid="kept"
        onChange={(event) => setIsTicked(event.currentTarget.checked)}
      />
      <Button size="md" className={classes.primary} data-testid="finish" onClick={goOn}>
        {words.button}
      </Button>
    </div>
  );
}

function DownloadButton({ text }: { text: string }) {
  const words = usePageWords(onboardingWords).recovery;
  const download = () => {
    const address = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
    const link = document.createElement('a');
    link.href = address;
    link.download = words.fileName;
    link.click();
    URL.revokeObjectURL(address);
  };
  return (
    <Button
      variant="default"
      size="compact-sm"
      leftSection={<IconDownload size={16} aria-hidden="true" />}
      data-testid="download"
      onClick={download}
    >
      {words.download}
    </Button>
  );
}
