import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Application, hasPeople, readType } from '../../api/applications.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import choice from '../../ui/forms/choice.module.css';
import noteStyle from '../../ui/note.module.css';
import { Snippet } from '../../ui/snippet.tsx';
import { LoadFailure, LoadingRows } from '../../ui/states/states.tsx';
import { providerQuery } from './provider-query.ts';
import { buildSnippets, listTools, type Tool } from './snippets/snippets.ts';
import { TRY_PATH } from './try-sign-in.ts';
import { applicationsWords } from './words.ts';

export function ConnectTab({ application }: { application: Application }) {
  const { connect: words } = usePageWords(applicationsWords);
  const isMachine = !hasPeople(readType(application));
  const tools = listTools(application.auth_method, isMachine);
  const [tool, setTool] = useState<Tool>(tools[0] ?? 'openid-client');
  const { data: provider, error, isPending, refetch } = useQuery(providerQuery);
  if (isPending) return <LoadingRows />;
  if (error) return <LoadFailure error={error} onRetry={refetch} />;
  if (!provider)
    return (
      <p className={noteStyle.note} data-tone="warn" data-testid="provider-off">
        {words.off}
      </p>
    );
  const own = application.redirect_uris.find((uri) => !uri.endsWith(TRY_PATH));
  const snippets = buildSnippets(
    tool,
    {
      issuer: provider.issuer,
      clientId: application.client_id,
      redirectUri: own ?? application.redirect_uris[0] ?? '',
      scopes: application.scopes.filter((scope) => scope !== 'offline_access' && scope !== 'nationalid'),
      authMethod: application.auth_method,
    },
    isMachine,
  );
  return (
    <>
      <p>{words.lead}</p>
      <fieldset className={`${choice.choice} ${choice.small} ${choice.inline}`}>
        <legend>{words.tool}</legend>
        {tools.map((name) => (
          <label key={name}>
            <input
              type="radio"
              name="tool"
              value={name}
              checked={tool === name}
              data-testid={`tool-${name}`}
              onChange={() => setTool(name)}
            />
            <span>{words.tools[name]}</span>
          </label>
        ))}
      </fieldset>
      <p className={noteStyle.note}>{words.notes[tool]}</p>
      {snippets.map(({ file, text }) => (
        <Snippet key={file} file={file} text={text} />
      ))}
    </>
  );
}
