import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Service } from '../../../api/gateway.ts';
import {
  documentStateQuery,
  removeDocument,
  SERVICE_DOCS_KEY,
  saveDocument,
} from '../../../api/service-docs.ts';
import { AskedButton } from '../../../features/step-up/asked-button.tsx';
import { usePageWords } from '../../../i18n/provider.tsx';
import { useNumber } from '../../../i18n/use-number.ts';
import formStyle from '../../../ui/forms/form.module.css';
import { readFaults } from '../../../ui/forms/read-faults.ts';
import { Moment } from '../../../ui/moment.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { ActionFailure, Done, Failed, Loaded } from '../../../ui/states/states.tsx';
import textStyle from '../../../ui/text.module.css';
import { openapiWords } from './openapi-words.ts';

const MAX_BYTES = 1024 * 1024;

/** The OpenAPI document of a service: upload, replace, remove. */
export function OpenapiPart({ service }: { service: Service }) {
  const words = usePageWords(openapiWords);
  const client = useQueryClient();
  const count = useNumber();
  const query = useQuery(documentStateQuery(service.id));
  const input = useRef<HTMLInputElement>(null);
  const [said, setSaid] = useState<string | null>(null);
  const [isTooLarge, setIsTooLarge] = useState(false);
  const reload = () => client.invalidateQueries({ queryKey: SERVICE_DOCS_KEY });
  const upload = useMutation({
    mutationFn: async (file: File) => saveDocument(service.id, await file.text()),
    onSuccess: async () => {
      await reload();
      setSaid(words.saved);
    },
  });
  const fault = upload.error ? readFaults(upload.error)['document'] : undefined;
  const choose = (file: File) => {
    setSaid(null);
    upload.reset();
    setIsTooLarge(file.size > MAX_BYTES);
    if (file.size <= MAX_BYTES) upload.mutate(file);
  };
  return (
    <Section id="openapi" title={words.title} lead={words.lead}>
      <Loaded query={query} lines={2}>
        {({ document }) => (
          <div className={formStyle.form}>
            <p data-testid="openapi-state">
              {document
                ? words.some(document.title, document.version, count(document.operations))
                : words.none}
              {document ? (
                <span className={textStyle.under}>
                  {words.uploaded} <Moment at={document.uploaded_at} />
                </span>
              ) : null}
            </p>
            {document && service.enabled ? (
              <p>
                <Link to={`/developers/services/${service.id}`}>{words.see}</Link>
              </p>
            ) : null}
            <p className={textStyle.quiet} id="openapi-hint">
              {words.hint}
            </p>
            <input
              ref={input}
              type="file"
              hidden
              accept=".json,application/json"
              data-testid="openapi-file"
              onChange={(event) => {
                const [file] = event.currentTarget.files ?? [];
                // Reset, so that the same file can be chosen again after a failure.
                event.currentTarget.value = '';
                if (file) choose(file);
              }}
            />
            <Failed text={isTooLarge ? words.tooLarge : (fault ?? null)} testId="openapi-fault" />
            {fault === undefined ? <ActionFailure error={upload.error} /> : null}
            <Done testId="openapi-done">{said}</Done>
            <div className={formStyle.actions}>
              <Button
                variant="default"
                loading={upload.isPending}
                leftSection={<IconUpload size={18} aria-hidden="true" />}
                aria-describedby="openapi-hint"
                onClick={() => input.current?.click()}
              >
                {document ? words.replace : words.upload}
              </Button>
              {document ? (
                <AskedButton
                  label={words.remove}
                  testId="openapi-remove"
                  isDangerous
                  title={words.removeTitle}
                  run={() => removeDocument(service.id)}
                  onDone={async () => {
                    await reload();
                    setSaid(words.removed);
                  }}
                >
                  {words.removeText}
                </AskedButton>
              ) : null}
            </div>
          </div>
        )}
      </Loaded>
    </Section>
  );
}
