import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  type AssistantPromptVersion,
  type PromptKey,
  promptVersionsQuery,
} from '../../../api/assistant-admin.ts';
import { usePageWords } from '../../../i18n/provider.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { Loaded } from '../../../ui/states/states.tsx';
import textStyle from '../../../ui/text.module.css';
import classes from './assistant-page.module.css';
import { assistantAdminWords } from './words.ts';

interface VersionsProps {
  keys: readonly PromptKey[];
  /** Puts the text of a version into the draft. */
  onUse(key: PromptKey, text: string): void;
}

export function PromptVersions({ keys, onUse }: VersionsProps) {
  const { versions: words } = usePageWords(assistantAdminWords);
  return (
    <Section id="versions" title={words.title} lead={words.lead}>
      <div className={classes.halves}>
        {keys.map((key) => (
          <VersionList key={key} of={key} onUse={(text) => onUse(key, text)} />
        ))}
      </div>
    </Section>
  );
}

function VersionList({ of, onUse }: { of: PromptKey; onUse(text: string): void }) {
  const { versions: words, prompts } = usePageWords(assistantAdminWords);
  const query = useQuery(promptVersionsQuery(of));
  return (
    <div data-testid={`versions-${of}`}>
      <h3>{prompts.keys[of].label}</h3>
      <Loaded query={query} lines={3}>
        {({ items }) =>
          items.length === 0 ? (
            <p className={textStyle.quiet}>{words.none}</p>
          ) : (
            <ul className={classes.versions}>
              {items.map((version, at) => (
                <Version key={version.version} version={version} isLive={at === 0} onUse={onUse} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </div>
  );
}

interface VersionProps {
  version: AssistantPromptVersion;
  isLive: boolean;
  onUse(text: string): void;
}

function Version({
  version: { version, content, changed_by_name, changed_at },
  isLive,
  onUse,
}: VersionProps) {
  const { versions: words } = usePageWords(assistantAdminWords);
  return (
    <li>
      <details className={classes.version} data-testid="version">
        <summary>
          {words.name(version)}
          {isLive ? ` (${words.live})` : ''} · {changed_by_name || words.unnamed} · <Moment at={changed_at} />
        </summary>
        <div>
          <p className={`${textStyle.pre} ${classes.text}`}>{content === '' ? words.cleared : content}</p>
          {isLive ? null : (
            <Button variant="default" size="sm" onClick={() => onUse(content)}>
              {words.use(version)}
            </Button>
          )}
        </div>
      </details>
    </li>
  );
}
