import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { readSpaceFile, type SpaceFile } from '../../api/space.ts';
import { choosePreview } from '../../features/space/kinds.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { Loaded } from '../../ui/states/states.tsx';
import textStyle from '../../ui/text.module.css';
import { PdfPreview } from './pdf-preview.tsx';
import classes from './space.module.css';
import { spacePageWords } from './words.ts';

/** Shows pictures and PDF files; other kinds never run or render in our origin. */
export function FilePreview({ file }: { file: SpaceFile }) {
  const { preview: words } = usePageWords(spacePageWords);
  const kind = choosePreview(file);
  if (kind === 'image' || kind === 'pdf') return <Content file={file} kind={kind} />;
  return <p className={textStyle.quiet}>{kind === 'none' ? words.none : words.tooLarge}</p>;
}

function Content({ file, kind }: { file: SpaceFile; kind: 'image' | 'pdf' }) {
  const query = useQuery({
    queryKey: ['space-file', file.name, file.mod_time],
    queryFn: ({ signal }) => readSpaceFile(file, signal),
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
          <PdfPreview name={file.name} content={content} />
        )
      }
    </Loaded>
  );
}

function Picture({ name, content }: { name: string; content: Blob }) {
  const { preview: words } = usePageWords(spacePageWords);
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
