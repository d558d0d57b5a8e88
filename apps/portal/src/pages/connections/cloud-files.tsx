import { Button, TextInput } from '@mantine/core';
import { IconCopy, IconFile } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { Link } from 'react-router';
import {
  type CloudFile,
  type CloudProvider,
  cloudFilesQuery,
  copyToSpace,
  integrationsQuery,
} from '../../api/integrations.ts';
import { spaceQuery } from '../../api/space.ts';
import { sayKind } from '../../features/space/kinds.ts';
import { spaceWords } from '../../features/space/words.ts';
import { formatDateTime, formatSize } from '../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { places } from '../../shell/places.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import layoutStyle from '../../ui/layout.module.css';
import { Done, Failed } from '../../ui/states/states.tsx';
import { useExplanation } from '../../ui/states/use-explanation.ts';
import { CardList } from '../../ui/table/card-list.tsx';
import textStyle from '../../ui/text.module.css';
import classes from './connections.module.css';
import { connectionWords } from './words.ts';

/** The files at the provider, each with a button that copies it into the space. */
export function CloudFiles({ provider, name }: { provider: CloudProvider; name: string }) {
  const { files: words, copying } = usePageWords(connectionWords);
  const { codes } = usePageWords(spaceWords);
  const explain = useExplanation('server', codes);
  const client = useQueryClient();
  const [search, setSearch] = useState('');
  const query = useInfiniteQuery(cloudFilesQuery(provider, useDeferredValue(search.trim())));
  const [clashing, setClashing] = useState<CloudFile | null>(null);
  const copy = useMutation({
    mutationFn: (file: CloudFile) => copyToSpace(provider, file.id),
    onSettled: () => {
      setClashing(null);
      // A withdrawn permission is found by the first call that needs it.
      void client.invalidateQueries({ queryKey: integrationsQuery.queryKey, exact: true });
      return client.invalidateQueries({ queryKey: spaceQuery.queryKey });
    },
  });
  const start = async (file: CloudFile) => {
    copy.reset();
    const space = await client.fetchQuery({ ...spaceQuery, staleTime: 0 }).catch(() => undefined);
    if (space?.files.some((each) => each.name === file.name)) setClashing(file);
    else copy.mutate(file);
  };
  return (
    <section className={layoutStyle.part} aria-label={words.heading(name)} data-testid={`files-${provider}`}>
      <TextInput
        className={classes.search}
        type="search"
        label={words.search}
        placeholder={words.searchHint}
        value={search}
        maxLength={100}
        autoComplete="off"
        data-testid="cloud-search"
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <Done testId="cloud-copied">
        {copy.isPending ? copying(copy.variables.name) : null}
        {copy.data ? (
          <>
            {words.copied(copy.data.name)} <Link to={places.space.path}>{words.see}</Link>
          </>
        ) : null}
      </Done>
      <Failed text={copy.error ? explain(copy.error) : null} testId="cloud-failed" />
      <CardList
        query={query}
        icon={<IconFile size={30} stroke={1.5} />}
        words={{
          empty: search === '' ? words.empty : words.noneFound,
          emptyText: search === '' ? words.emptyText : '',
          older: words.older,
        }}
        className={layoutStyle.list}
      >
        {(file) => (
          <CloudRow key={file.id} file={file} isBusy={copy.isPending} onCopy={() => void start(file)} />
        )}
      </CardList>
      <ConfirmDialog
        isOpen={clashing !== null}
        title={words.clashTitle(clashing?.name ?? '')}
        action={words.clashYes}
        isPending={copy.isPending}
        failure={null}
        onConfirm={() => clashing && copy.mutate(clashing)}
        onCancel={() => setClashing(null)}
      >
        <p>{words.clashText}</p>
      </ConfirmDialog>
    </section>
  );
}

interface CloudRowProps {
  file: CloudFile;
  isBusy: boolean;
  onCopy(): void;
}

function CloudRow({ file, isBusy, onCopy }: CloudRowProps) {
  const { language } = useLanguage();
  const { files: words } = usePageWords(connectionWords);
  const { kinds } = usePageWords(spaceWords);
  return (
    <li className={layoutStyle.item} data-testid="cloud-file">
      <div>
        <p className={classes.name}>{file.name}</p>
        <p className={textStyle.quiet}>
          {[
            sayKind(file.type, kinds),
            formatSize(file.size, language),
            formatDateTime(file.modified_at, language),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <Button
        variant="default"
        disabled={isBusy}
        aria-label={words.copyLabel(file.name)}
        leftSection={<IconCopy size={18} aria-hidden="true" />}
        data-testid="copy-to-space"
        onClick={onCopy}
      >
        {words.copy}
      </Button>
    </li>
  );
}
