import { ActionIcon, Button, TextInput } from '@mantine/core';
import '@mantine/core/styles/ActionIcon.layer.css';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { ApplicationType } from '../../../api/applications.ts';
import classes from '../../../features/oauth-clients/oauth-clients.module.css';
import { type ApplicationsWords, applicationsWords } from '../../../features/oauth-clients/words.ts';
import { usePageWords } from '../../../i18n/provider.tsx';
import { findUriFault } from './redirect-uri.ts';

const MAX_URIS = 25;

interface RedirectUrisProps {
  type: ApplicationType;
  uris: readonly string[];
  /** The error text of each wrong address, by field id. */
  errors: Record<string, string>;
  onChange(uris: string[]): void;
}

export const buildUriId = (index: number) => `redirect_uris.${index}`;

/** Errors of the addresses by field id; empty lines beside others are ignored. */
export function findUriFaults(
  uris: readonly string[],
  type: ApplicationType,
  words: ApplicationsWords['uris'],
): Record<string, string> {
  const found: Record<string, string> = {};
  const isAnyGiven = uris.some((uri) => uri.trim() !== '');
  uris.forEach((uri, index) => {
    if (uri.trim() === '' && isAnyGiven) return;
    const fault = findUriFault(uri.trim(), type);
    if (fault) found[buildUriId(index)] = words.faults[fault];
  });
  return found;
}

export function RedirectUris({ type, uris, errors, onChange }: RedirectUrisProps) {
  const { uris: words } = usePageWords(applicationsWords);
  const put = (index: number, value: string) => onChange(uris.map((uri, at) => (at === index ? value : uri)));
  return (
    <fieldset className={classes.uris} aria-describedby="uris-hint">
      <legend>{words.label}</legend>
      <p id="uris-hint" className={classes.hint}>
        {words.hint} {type === 'native' ? words.hintNative : null}
      </p>
      {uris.map((uri, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other identity
        <div key={index} className={classes.uri}>
          <TextInput
            id={buildUriId(index)}
            aria-label={words.nth(index + 1)}
            placeholder={type === 'native' ? 'mn.example.app:/callback' : 'https://app.example.mn/callback'}
            value={uri}
            error={errors[buildUriId(index)]}
            maxLength={400}
            autoComplete="off"
            spellCheck={false}
            inputMode="url"
            data-testid="redirect-uri"
            onChange={(event) => put(index, event.currentTarget.value)}
          />
          {uris.length > 1 ? (
            <ActionIcon
              variant="default"
              size={36}
              aria-label={words.remove(index + 1)}
              title={words.remove(index + 1)}
              onClick={() => onChange(uris.filter((_uri, at) => at !== index))}
            >
              <IconTrash size={18} aria-hidden="true" />
            </ActionIcon>
          ) : null}
        </div>
      ))}
      {uris.length < MAX_URIS ? (
        <div>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconPlus size={16} aria-hidden="true" />}
            data-testid="add-uri"
            onClick={() => onChange([...uris, ''])}
          >
            {words.add}
          </Button>
        </div>
      ) : null}
    </fieldset>
  );
}
