import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { readFile } from '../../api/read-file.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { Loaded } from '../../ui/states/states.tsx';
import textStyle from '../../ui/text.module.css';
import { PdfPages } from '../pdf/pdf-pages.tsx';
import { choosePreview } from './choose-preview.ts';
import classes from './preview.module.css';
import { previewWords } from './preview-words.ts';

export interface PreviewFile {
  name: string;
  type: string;
  size: number;
  /** An address of our own API. */
  path: string;
  /** Changes with the content. */
  version: string;
}

/** Shows pictures and PDF files; other kinds never run or render in our origin. */
export function FilePreview({ file }: { file: PreviewFile }) {
  const words = usePageWords(previewWords);
  const kind = choosePreview(file);
  if (kind === 'image' || kind === 'pdf') return <Content file={file} kind={kind} />;
  return <p className={textStyle.quiet}>{kind === 'none' ? words.none : words.tooLarge}</p>;
}

function Content({ file, kind }: { file: PreviewFile; kind: 'image' | 'pdf' }) {
  const query = useQuery({
    queryKey: ['file-preview', file.path, file.version],
    queryFn: ({ signal }) => readFile(file.path, file.type, signal),
    staleTime: Number.POSITIVE_INFINITY,
    // A person's file does not stay in memory after its preview is closed.
    gcTime: 0,
  });
  return (
    <Loaded query={query} source="platform" lines={4}>
      {(content) =>
        kind === 'image' ? (
          <Picture name={file.name} content={content} />
        ) : (
          <PdfPages name={file.name} source={content} />
        )
      }
    </Loaded>
  );
}

function Picture({ name, content }: { name: string; content: Blob }) {
  const words = usePageWords(previewWords);
  const [address, setAddress] = useState<string | null>(null);
  const [isBroken, setIsBroken] = useState(false);
  useEffect(() => {
    const created = URL.createObjectURL(content);
    setAddress(created);
    return () => URL.revokeObjectURL(created);
  }, [content]);
  if (isBroken) return <p role="status">{words.broken}</p>;
  if (address === null) return null;
  return (
    <img
      className={classes.picture}
      src={address}
      alt={words.image(name)}
      data-testid="preview-image"
      onError={() => setIsBroken(true)}
    />
  );
}
