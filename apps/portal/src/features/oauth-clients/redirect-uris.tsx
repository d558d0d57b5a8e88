import { ActionIcon, Button, TextInput } from '@mantine/core';
import '@mantine/core/styles/ActionIcon.layer.css';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { ApplicationType } from '../../api/applications.ts';
import { applicationsCreateBody } from '../../api/generated/bodies.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import type { FieldProps } from '../../ui/forms/use-body-form.ts';
import classes from './oauth-clients.module.css';
import { findUriFault } from './redirect-uri.ts';
import { type ApplicationsWords, applicationsWords } from './words.ts';

const MAX_URIS = applicationsCreateBody.properties?.['redirect_uris']?.maxItems ?? 1;

/** The part of the forms that hold these addresses. */
interface UriForm {
  values: { redirect_uris: readonly string[] };
  field(name: `redirect_uris.${number}`): FieldProps;
  insertListItem(name: 'redirect_uris', uri: string): void;
  removeListItem(name: 'redirect_uris', index: number): void;
}

const nameField = (index: number) => `redirect_uris.${index}` as const;

/** Faults of the addresses by the names of their fields; empty lines beside others do not count. */
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
    if (fault) found[nameField(index)] = words.faults[fault];
  });
  return found;
}

export function RedirectUris({ type, form }: { type: ApplicationType; form: UriForm }) {
  const { uris: words } = usePageWords(applicationsWords);
  const count = form.values.redirect_uris.length;
  return (
    <fieldset className={classes.uris} aria-describedby="uris-hint">
      <legend>{words.label}</legend>
      <p id="uris-hint" className={classes.hint}>
        {words.hint} {type === 'native' ? words.hintNative : null}
      </p>
      {form.values.redirect_uris.map((_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place in the list
        <div key={index} className={classes.uri}>
          <TextInput
            {...form.field(nameField(index))}
            aria-label={words.nth(index + 1)}
            placeholder={type === 'native' ? 'mn.example.app:/callback' : 'https://app.example.mn/callback'}
            autoComplete="off"
            spellCheck={false}
            inputMode="url"
            data-testid="redirect-uri"
          />
          {count > 1 ? (
            <ActionIcon
              variant="default"
              size={36}
              aria-label={words.remove(index + 1)}
              title={words.remove(index + 1)}
              onClick={() => form.removeListItem('redirect_uris', index)}
            >
              <IconTrash size={18} aria-hidden="true" />
            </ActionIcon>
          ) : null}
        </div>
      ))}
      {count < MAX_URIS ? (
        <div>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconPlus size={16} aria-hidden="true" />}
            data-testid="add-uri"
            onClick={() => form.insertListItem('redirect_uris', '')}
          >
            {words.add}
          </Button>
        </div>
      ) : null}
    </fieldset>
  );
}
