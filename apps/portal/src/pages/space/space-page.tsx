import { Button } from '@mantine/core';
import { IconFolderOpen, IconUpload } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { type SpaceFile, spaceQuery } from '../../api/space.ts';
import { findByName } from '../../features/space/find-by-name.ts';
import { type Dropped, useFileDrop } from '../../features/space/use-file-drop.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { useSession } from '../../shell/signed-in.tsx';
import { ListAndDetail } from '../../ui/page/list-and-detail.tsx';
import { Done, EmptyState, Failed } from '../../ui/states/states.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { FilterBar } from '../../ui/table/filter-bar.tsx';
import { wholeList } from '../../ui/table/list-source.ts';
import { useFilters } from '../../ui/table/use-filters.ts';
import textStyle from '../../ui/text.module.css';
import { ClashDialog } from './clash-dialog.tsx';
import { FileDetail } from './file-detail.tsx';
import { ownQueue } from './own-queue.ts';
import { renameAll, splitByClash } from './plan-names.ts';
import { RemoveFiles } from './remove-files.tsx';
import classes from './space.module.css';
import { UploadList } from './upload-list.tsx';
import type { NamedFile } from './upload-queue.ts';
import { useFileColumns } from './use-file-columns.tsx';
import { UsedSpace } from './used-space.tsx';
import { spacePageWords } from './words.ts';

const NO_FILES: readonly SpaceFile[] = [];

export function SpacePage() {
  const words = usePageWords(spacePageWords);
  const client = useQueryClient();
  const { user } = useSession();
  const filters = useFilters();
  const query = useQuery(spaceQuery);
  const queue = ownQueue(user.id, client);
  // Names of files can be personal, so neither the search nor the open file is in the address.
  const [search, setSearch] = useState('');
  const [openName, setOpenName] = useState<string | null>(null);
  const [removing, setRemoving] = useState<readonly string[]>([]);
  const [clashing, setClashing] = useState<readonly NamedFile[]>([]);
  const [folders, setFolders] = useState<readonly string[]>([]);
  const [done, setDone] = useState('');
  const message = useRef<HTMLParagraphElement>(null);
  const input = useRef<HTMLInputElement>(null);

  const files = query.data?.files ?? NO_FILES;
  const newestFirst = useMemo(
    () => files.toSorted((one, other) => other.mod_time.localeCompare(one.mod_time)),
    [files],
  );
  const found = useMemo(() => findByName(newestFirst, search), [newestFirst, search]);
  const columns = useFileColumns(files);
  const opened = files.find(({ name }) => name === openName);

  /** Names in the space and of uploads that have not ended. */
  const listTaken = async () => {
    // The list may be old: another device may have added a file, which an upload would replace without a question.
    const fresh = await client.fetchQuery({ ...spaceQuery, staleTime: 0 }).catch(() => query.data);
    return new Set([
      ...(fresh?.files ?? []).map(({ name }) => name),
      ...queue.getItems().map(({ name }) => name),
    ]);
  };
  const addFiles = async ({ files: chosen, folders: refused }: Dropped) => {
    setDone('');
    setFolders(refused);
    if (chosen.length === 0) return;
    const plan = splitByClash(chosen, await listTaken());
    queue.add(plan.free);
    setClashing((before) => [...before, ...plan.clashing]);
  };
  const settleClash = async (choice: 'replace' | 'keep' | 'skip') => {
    const files = clashing;
    setClashing([]);
    if (choice === 'replace') queue.add(files);
    if (choice === 'keep') queue.add(renameAll(files, await listTaken()));
  };
  const isOver = useFileDrop((dropped) => void addFiles(dropped));

  return (
    <ListAndDetail
      title={words.title}
      lead={words.lead}
      isDense={false}
      openId={openName}
      detail={
        opened ? (
          <FileDetail
            key={opened.name}
            file={opened}
            onClose={() => setOpenName(null)}
            onRemove={() => setRemoving([opened.name])}
          />
        ) : null
      }
      action={
        <Button
          leftSection={<IconUpload size={18} aria-hidden="true" />}
          data-testid="add-files"
          onClick={() => input.current?.click()}
        >
          {words.add}
        </Button>
      }
    >
      <input
        ref={input}
        type="file"
        multiple
        hidden
        data-testid="file-input"
        onChange={(event) => {
          void addFiles({ files: [...(event.currentTarget.files ?? [])], folders: [] });
          // Reset, so that the same file can be chosen again.
          event.currentTarget.value = '';
        }}
      />
      {query.data ? <UsedSpace used={query.data.used} limit={query.data.limit} /> : null}
      <p className={`${textStyle.quiet} ${classes.hint}`}>{words.dropHint}</p>
      <Failed text={folders.length > 0 ? words.folders(folders.join(', ')) : null} testId="folders" />
      <UploadList queue={queue} />
      <Done ref={message} testId="space-done">
        {done}
      </Done>
      {files.length > 0 ? (
        <FilterBar
          filters={filters}
          search={{ label: words.search, hint: words.searchHint, value: search, onChange: setSearch }}
        />
      ) : null}
      <DataTable
        id="space"
        list={wholeList(query, () => found)}
        caption={words.caption}
        columns={columns}
        isSelectable
        empty={
          files.length > 0 ? (
            <EmptyState testId="none-found" title={words.noneFound} />
          ) : (
            <EmptyState icon={<IconFolderOpen size={34} stroke={1.4} />} title={words.empty}>
              {words.emptyText}
            </EmptyState>
          )
        }
        getId={({ name }) => name}
        openId={openName}
        onOpen={(name) => {
          setDone('');
          setOpenName(name);
        }}
        bulkActions={(rows) => (
          <Button
            variant="default"
            size="compact-sm"
            data-testid="remove-selected"
            onClick={() => setRemoving(rows.map(({ name }) => name))}
          >
            {words.detail.removeMany(rows.length)}
          </Button>
        )}
      />
      <RemoveFiles
        names={removing}
        onCancel={() => setRemoving([])}
        onRemoved={(names) => {
          setRemoving([]);
          if (names.some((name) => name === openName)) setOpenName(null);
          const [only = ''] = names;
          setDone(names.length === 1 ? words.detail.removed(only) : words.detail.removedMany(names.length));
          // The row that had the focus is gone.
          message.current?.focus();
        }}
      />
      <ClashDialog files={clashing} onChoice={(choice) => void settleClash(choice)} />
      {isOver ? (
        <div className={classes.drop} data-testid="drop-here">
          <p>
            <IconUpload size={28} aria-hidden="true" />
            {words.dropHere}
          </p>
        </div>
      ) : null}
    </ListAndDetail>
  );
}
