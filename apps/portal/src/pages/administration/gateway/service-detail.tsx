import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from 'react-router';
import {
  createService,
  deleteService,
  type Service,
  type ServiceBody,
  saveService,
} from '../../../api/gateway.ts';
import { gatewayServicesChangeBody, gatewayServicesCreateBody } from '../../../api/generated/bodies.ts';
import { DeletePart } from '../../../features/step-up/asked-button.tsx';
import { readStepUpFailure, useStepUp } from '../../../features/step-up/step-up.tsx';
import { usePageWords } from '../../../i18n/provider.tsx';
import { ErrorSummary } from '../../../ui/forms/error-summary.tsx';
import formStyle from '../../../ui/forms/form.module.css';
import { FormActions } from '../../../ui/forms/form-actions.tsx';
import { RestoredNote } from '../../../ui/forms/restored-note.tsx';
import { useBodyForm } from '../../../ui/forms/use-body-form.ts';
import { Detail, Facts, showCode } from '../../../ui/page/list-and-detail.tsx';
import { ActionFailure, Done } from '../../../ui/states/states.tsx';
import { uiWords } from '../../../ui/words.ts';
import classes from './gateway.module.css';
import { buildServiceBody, followProtocol, MAX_BODY_MIB, openServiceDraft } from './service-draft.ts';
import { gatewayWords } from './words.ts';

interface ServiceDetailProps {
  /** Null for a service that is about to be added. */
  service: Service | null;
  onClose(): void;
  onSaved(service: Service): void;
  onDeleted(service: Service): void;
}

export function ServiceDetail({ service, onClose, onSaved, onDeleted }: ServiceDetailProps) {
  const words = usePageWords(gatewayWords);
  const shared = usePageWords(uiWords);
  const stepUp = useStepUp();
  const save = useMutation({
    mutationFn: (body: ServiceBody) =>
      stepUp.run(() => (service ? saveService(service.id, body) : createService(body))),
    onSuccess: onSaved,
  });
  const form = useBodyForm({
    schema: service ? gatewayServicesChangeBody : gatewayServicesCreateBody,
    keepAs: `gateway-service:${service?.id ?? 'new'}`,
    initial: openServiceDraft(service),
    record: service,
    open: openServiceDraft,
    toBody: buildServiceBody,
    hints: { name: words.nameError, max_body_bytes: words.numberError(1, MAX_BODY_MIB) },
    onSend: save.mutate,
    onChange: save.reset,
    error: save.error,
    isPending: save.isPending,
  });
  const labels = {
    name: words.name,
    host: words.host,
    port: words.port,
    path: words.path,
    retries: words.retries,
    connect_timeout_ms: words.timeout,
    max_body_bytes: words.maxBody,
    tags: words.tags,
  };
  const field = (name: keyof typeof labels, testId: string = name) => ({
    ...form.field(name),
    label: labels[name],
    autoComplete: 'off',
    spellCheck: false,
    'data-testid': `service-${testId}`,
  });

  return (
    <Detail title={service?.name ?? words.addTitle} subject={service?.id ?? 'new'} onClose={onClose}>
      {service ? (
        <>
          <Facts
            items={[
              [words.address, showCode(`/gw/${service.name}/`)],
              [words.scope, showCode(service.scope)],
            ]}
          />
          <div>
            <Button
              component={Link}
              to={`/administration/gateway/services/${service.id}`}
              variant="default"
              data-testid="see-traffic"
            >
              {words.traffic}
            </Button>
          </div>
        </>
      ) : null}
      <form className={formStyle.form} onSubmit={form.send} noValidate>
        <RestoredNote form={form} />
        <ErrorSummary errors={form.faults} labels={labels} />
        <TextInput {...field('name')} description={words.nameHint} />
        <TextInput {...field('host')} description={words.hostHint} />
        <div className={classes.pair}>
          <NativeSelect
            {...form.field('protocol')}
            label={words.protocol}
            data={['https', 'http']}
            data-testid="service-protocol"
            onChange={(event) => {
              const wanted = event.currentTarget.value === 'http' ? 'http' : 'https';
              form.setFieldValue('port', followProtocol(form.values, wanted));
              form.setFieldValue('protocol', wanted);
            }}
          />
          <TextInput {...field('port')} inputMode="numeric" />
        </div>
        <TextInput {...field('path')} description={words.pathHint} />
        <TextInput {...field('retries')} description={words.retriesHint} inputMode="numeric" />
        <TextInput {...field('connect_timeout_ms', 'timeout')} inputMode="numeric" />
        <TextInput
          {...field('max_body_bytes', 'maxBody')}
          description={words.maxBodyHint}
          inputMode="numeric"
        />
        <TextInput {...field('tags')} description={words.tagsHint} />
        <Checkbox
          {...form.field('enabled')}
          label={words.enabled}
          description={words.enabledHint}
          data-testid="service-enabled"
        />
        <Done>{save.isSuccess ? words.saved : null}</Done>
        {form.hasFaults ? null : <ActionFailure error={readStepUpFailure(save.error)} />}
        <FormActions
          form={form}
          submit={service ? shared.save : words.add}
          testId="save-service"
          isPending={save.isPending}
          isSaved={service !== null}
          onCancel={onClose}
        />
      </form>
      {stepUp.dialog}
      {service ? (
        <DeletePart
          words={words}
          name={service.name}
          run={() => deleteService(service.id)}
          onDone={() => onDeleted(service)}
        />
      ) : null}
    </Detail>
  );
}
