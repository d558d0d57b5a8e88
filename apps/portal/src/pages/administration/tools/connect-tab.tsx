import application from '../../../features/oauth-clients/oauth-clients.module.css';
import { usePageWords } from '../../../i18n/provider.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Snippet } from '../../../ui/snippet.tsx';
import { buildToolSnippets } from './snippets.ts';
import classes from './tools.module.css';
import { toolsWords } from './words.ts';

export function ConnectTab() {
  const { connect: words } = usePageWords(toolsWords);
  const { origin } = window.location;
  return (
    <div className={classes.narrow}>
      <p>{words.lead}</p>
      <Address title={words.mcp} hint={words.mcpHint} address={`${origin}/mcp`} />
      <h2>{words.snippets}</h2>
      {buildToolSnippets(origin).map(({ file, text }) => (
        <Snippet key={file} file={file} text={text} />
      ))}
      <Address title={words.openapi} hint={words.openapiHint} address={`${origin}/swagger/doc.json`} />
      <Address title={words.list} hint={words.listHint} address={`${origin}/api/v1/tools`} />
    </div>
  );
}

function Address({ title, hint, address }: { title: string; hint: string; address: string }) {
  return (
    <div className={classes.address}>
      <h2>{title}</h2>
      <p>{hint}</p>
      <div className={classes.addressLine}>
        <code className={application.value} data-testid="address">
          {address}
        </code>
        <CopyButton text={address} label={title} />
      </div>
    </div>
  );
}
