import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { DEFAULT_APPEARANCE, fetchAppearance, fetchThemes, type Theme } from '../../../api/appearance.ts';
import { usePageWords } from '../../../i18n/provider.tsx';
import { loadSiteLook, readPalette } from '../../../theme/site-look.ts';
import shared from '../administration.module.css';
import { type Column, DataTable } from '../data-table.tsx';
import { ListAndDetail } from '../list-and-detail.tsx';
import { Moment } from '../moment.tsx';
import { Done, EmptyState, LoadFailure, LoadingRows } from '../states.tsx';
import { useFilters } from '../use-filters.ts';
import classes from './appearance.module.css';
import { SettingsForm } from './settings-form.tsx';
import { ThemeDetail } from './theme-detail.tsx';
import { appearanceWords } from './words.ts';

const NEW = 'new';

export function AppearancePage() {
  const words = usePageWords(appearanceWords);
  const filters = useFilters();
  const client = useQueryClient();
  const [done, setDone] = useState('');
  const appearance = useQuery({
    queryKey: ['administration', 'appearance'],
    queryFn: ({ signal }) => fetchAppearance(signal),
  });
  const themes = useQuery({
    queryKey: ['administration', 'themes'],
    queryFn: ({ signal }) => fetchThemes(signal),
  });
  const openId = filters.get('theme') || null;
  const shown = themes.data?.find((theme) => theme.id === openId);
  const active = themes.data?.find((theme) => theme.is_active);

  const open = (id: string | null) => {
    setDone('');
    filters.set({ theme: id });
  };
  /** Reads again what was changed and shows it on this very page. */
  const reload = () => {
    client.invalidateQueries({ queryKey: ['administration', 'themes'] });
    client.invalidateQueries({ queryKey: ['administration', 'appearance'] });
    loadSiteLook();
  };
  const finish = (message: string) => {
    reload();
    open(null);
    setDone(message);
  };

  const columns: Column<Theme>[] = [
    {
      key: 'name',
      title: words.name,
      sortBy: (theme) => theme.name,
      cell: (theme) => (
        <>
          {theme.name}
          <span className={`${shared.under} ${shared.underSmall}`}>
            {theme.is_active ? words.active : words.inactive}
          </span>
          <Swatches theme={theme} />
        </>
      ),
    },
    {
      key: 'state',
      title: words.state,
      room: 'some',
      sortBy: (theme) => Number(!theme.is_active),
      cell: (theme) => (
        <span className={shared.chip} data-tone={theme.is_active ? 'good' : undefined}>
          {theme.is_active ? words.active : words.inactive}
        </span>
      ),
    },
    {
      key: 'changed',
      title: words.changed,
      room: 'some',
      sortBy: (theme) => theme.updated_at ?? theme.created_at,
      cell: (theme) => <Moment at={theme.updated_at ?? theme.created_at} />,
    },
  ];

  return (
    <ListAndDetail
      title={words.title}
      lead={words.lead}
      openId={openId}
      detail={
        openId === NEW || shown ? (
          <ThemeDetail
            key={openId}
            theme={shown ?? null}
            appearance={{ ...DEFAULT_APPEARANCE, ...appearance.data }}
            onClose={() => open(null)}
            onSaved={(theme) => (shown ? reload() : finish(words.added(theme.name)))}
            onActivated={(theme) => finish(words.activated(theme.name))}
            onDeleted={(theme) => finish(words.deleted(theme.name))}
          />
        ) : null
      }
    >
      <Done>{done}</Done>
      {appearance.isPending ? (
        <LoadingRows />
      ) : !appearance.data ? (
        <LoadFailure error={appearance.error} onRetry={appearance.refetch} />
      ) : (
        <SettingsForm
          key={appearance.data.updated_at}
          appearance={{ ...DEFAULT_APPEARANCE, ...appearance.data }}
          activeTheme={active}
          onSaved={reload}
        />
      )}
      <section className={classes.themes} aria-labelledby="themes">
        <div className={classes.themesHead}>
          <div>
            <h2 id="themes">{words.themes}</h2>
            <p>{words.themesLead}</p>
          </div>
          <Button variant="default" data-testid="add-theme" onClick={() => open(NEW)}>
            {words.add}
          </Button>
        </div>
        {themes.isPending ? (
          <LoadingRows />
        ) : !themes.data ? (
          <LoadFailure error={themes.error} onRetry={themes.refetch} />
        ) : themes.data.length === 0 ? (
          <EmptyState title={words.emptyTitle}>{words.emptyText}</EmptyState>
        ) : (
          <DataTable
            caption={words.caption}
            columns={columns}
            rows={themes.data}
            getId={(theme) => theme.id}
            openId={openId}
            onOpen={open}
          />
        )}
      </section>
    </ListAndDetail>
  );
}

function Swatches({ theme }: { theme: Theme }) {
  const palette = readPalette(theme.config);
  const colors = [palette.primary, palette.gold, palette.bg, palette.surface, palette.fg];
  if (!colors.some(Boolean)) return null;
  return (
    <span className={classes.swatches} aria-hidden="true">
      {colors.map((color, index) =>
        color ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the places are fixed, and two may hold one colour
          <span key={index} className={classes.swatch} style={{ background: color }} />
        ) : null,
      )}
    </span>
  );
}
