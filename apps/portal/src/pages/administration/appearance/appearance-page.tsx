import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { appearanceQuery, DEFAULT_APPEARANCE, type Theme, themesQuery } from '../../../api/appearance.ts';
import { usePageWords } from '../../../i18n/provider.tsx';
import { loadSiteLook, readPalette } from '../../../theme/site-look.ts';
import { ListAndDetail } from '../../../ui/page/list-and-detail.tsx';
import { Done, EmptyState, Loaded } from '../../../ui/states/states.tsx';
import { useActiveColumn } from '../../../ui/table/active-column.tsx';
import { type Column, momentColumn } from '../../../ui/table/columns.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { wholeList } from '../../../ui/table/list-source.ts';
import { NEW, useOpened } from '../../../ui/table/use-opened.ts';
import classes from './appearance.module.css';
import { SettingsForm } from './settings-form.tsx';
import { ThemeDetail } from './theme-detail.tsx';
import { appearanceWords } from './words.ts';

export function AppearancePage() {
  const words = usePageWords(appearanceWords);
  const client = useQueryClient();
  const appearance = useQuery(appearanceQuery);
  const themes = useQuery(themesQuery);
  const { openId, open, close, done, finish } = useOpened('theme');
  const shown = themes.data?.find((theme) => theme.id === openId);
  const active = themes.data?.find((theme) => theme.is_active);

  /** Reloads the changed data and applies it to this page. */
  const reload = () => {
    client.invalidateQueries({ queryKey: themesQuery.queryKey });
    client.invalidateQueries({ queryKey: appearanceQuery.queryKey });
    loadSiteLook();
  };
  const leave = (message: string) => {
    reload();
    finish(message);
  };

  const stateColumn = useActiveColumn<Theme>((theme) => theme.is_active);
  const columns: Column<Theme>[] = [
    {
      key: 'name',
      title: words.name,
      text: (theme) => theme.name,
      cell: (theme) => (
        <>
          {theme.name}
          <Swatches theme={theme} />
        </>
      ),
    },
    stateColumn,
    momentColumn({
      key: 'changed',
      title: words.changed,
      room: 'some',
      at: (theme) => theme.updated_at ?? theme.created_at,
    }),
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
            onClose={close}
            onSaved={(theme) => (shown ? reload() : leave(words.added(theme.name)))}
            onActivated={(theme) => leave(words.activated(theme.name))}
            onDeleted={(theme) => leave(words.deleted(theme.name))}
          />
        ) : null
      }
    >
      <Done>{done}</Done>
      <Loaded query={appearance}>
        {(settings) => (
          <SettingsForm
            appearance={{ ...DEFAULT_APPEARANCE, ...settings }}
            activeTheme={active}
            onSaved={reload}
          />
        )}
      </Loaded>
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
        <DataTable
          id="themes"
          list={wholeList(themes, (rows) => rows)}
          caption={words.caption}
          columns={columns}
          empty={<EmptyState title={words.emptyTitle}>{words.emptyText}</EmptyState>}
          getId={(theme) => theme.id}
          openId={openId}
          onOpen={open}
        />
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
          // biome-ignore lint/suspicious/noArrayIndexKey: positions are fixed, and two may have the same colour
          <span key={index} className={classes.swatch} style={{ background: color }} />
        ) : null,
      )}
    </span>
  );
}
