import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { VerificationView } from '../../api/signing.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { PdfPage } from '../pdf/pdf-page.tsx';
import { Opened } from '../pdf/pdf-pages.tsx';
import { usePdf } from '../pdf/use-pdf.ts';
import classes from './compare.module.css';
import { compareWords } from './compare-words.ts';

interface CompareVersionsProps {
  name: string;
  file: Blob;
  signature: VerificationView['signatures'][number];
}

/** The signed version is the first bytes of the file, so the browser shows both without asking anybody. */
export function CompareVersions({ name, file, signature }: CompareVersionsProps) {
  const words = usePageWords(compareWords);
  const { coverage, picture } = signature;
  // What is shown beyond what was signed is seen without being asked for.
  const [isOpen, setIsOpen] = useState(picture.status === 'covered' || picture.status === 'filled');
  const hasVersion = coverage.version !== null && coverage.signed_bytes < coverage.file_bytes;
  if (!hasVersion || picture.changed_pages.length === 0) return null;
  return (
    <div className={classes.compare}>
      <div>
        <Button
          variant="default"
          aria-expanded={isOpen}
          data-testid="compare-versions"
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? words.hide : words.show}
        </Button>
      </div>
      {isOpen ? (
        <BothVersions
          name={name}
          file={file}
          signedBytes={coverage.signed_bytes}
          pages={picture.changed_pages}
        />
      ) : null}
    </div>
  );
}

interface BothVersionsProps {
  name: string;
  file: Blob;
  signedBytes: number;
  pages: readonly number[];
}

function BothVersions({ name, file, signedBytes, pages }: BothVersionsProps) {
  const words = usePageWords(compareWords);
  const [at, setAt] = useState(0);
  const signed = useMemo(() => file.slice(0, signedBytes, 'application/pdf'), [file, signedBytes]);
  const page = pages[at] ?? 1;
  return (
    <section className={classes.versions} aria-label={words.title}>
      <div className={classes.steps}>
        <p role="status" data-testid="compared-page">
          {words.page(page, at + 1, pages.length)}
        </p>
        {pages.length > 1 ? (
          <>
            <Button variant="default" size="compact-md" disabled={at === 0} onClick={() => setAt(at - 1)}>
              {words.previous}
            </Button>
            <Button
              variant="default"
              size="compact-md"
              disabled={at >= pages.length - 1}
              data-testid="compare-next"
              onClick={() => setAt(at + 1)}
            >
              {words.next}
            </Button>
          </>
        ) : null}
      </div>
      <div className={classes.sides}>
        <Version title={words.signed} name={name} source={signed} page={page} testId="version-signed" />
        <Version title={words.now} name={name} source={file} page={page} testId="version-now" />
      </div>
    </section>
  );
}

interface VersionProps {
  title: string;
  name: string;
  source: Blob;
  page: number;
  testId: string;
}

function Version({ title, name, source, page, testId }: VersionProps) {
  const words = usePageWords(compareWords);
  const state = usePdf(source);
  return (
    <figure className={classes.side} data-testid={testId}>
      <figcaption>{title}</figcaption>
      <Opened state={state}>
        {(pdf) =>
          page > pdf.pages ? (
            <p>{words.noPage}</p>
          ) : (
            <ol className={classes.sheet}>
              <PdfPage name={`${title}: ${name}`} pdf={pdf} number={page} isNear={true} zoom={1} />
            </ol>
          )
        }
      </Opened>
    </figure>
  );
}
