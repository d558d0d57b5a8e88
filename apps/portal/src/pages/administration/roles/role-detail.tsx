import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { isAdministrator } from '../../../api/access.ts';
import { createRole, deleteRole, type Role, type RoleBody, saveRole } from '../../../api/administration.ts';
import { rbacRolesChangeBody, rbacRolesCreateBody } from '../../../api/generated/bodies.ts';
import {
  describeRole,
  hasEveryPermission,
  nameRole,
  readRoleTexts,
} from '../../../features/roles/role-names.ts';
import { DeletePart } from '../../../features/step-up/asked-button.tsx';
import { readStepUpFailure } from '../../../features/step-up/step-up.tsx';
import { useConfirmedChange } from '../../../features/unattended/unattended.tsx';
import { useLanguage, usePageWords } from '../../../i18n/provider.tsx';
import { useAccess } from '../../../shell/guarded.tsx';
import { ErrorSummary } from '../../../ui/forms/error-summary.tsx';
import formStyle from '../../../ui/forms/form.module.css';
import { FormActions } from '../../../ui/forms/form-actions.tsx';
import { RestoredNote } from '../../../ui/forms/restored-note.tsx';
import { useBodyForm } from '../../../ui/forms/use-body-form.ts';
import layoutStyle from '../../../ui/layout.module.css';
import noteStyle from '../../../ui/note.module.css';
import { Detail } from '../../../ui/page/list-and-detail.tsx';
import { ActionFailure, Done } from '../../../ui/states/states.tsx';
import textStyle from '../../../ui/text.module.css';
import { uiWords } from '../../../ui/words.ts';
import { PermissionFields } from './permission-fields.tsx';
import { rolesWords } from './words.ts';

interface RoleDetailProps {
  /** Null for a role that is about to be made. */
  role: Role | null;
  onClose(): void;
  onSaved(role: Role): void;
  onDeleted(role: Role): void;
}

export function RoleDetail({ role, onClose, onSaved, onDeleted }: RoleDetailProps) {
  const { language } = useLanguage();
  const words = usePageWords(rolesWords);
  const shared = usePageWords(uiWords);
  const access = useAccess();
  const hasAll = role !== null && hasEveryPermission(role);
  const isFixed = role?.is_system === true;
  const guard = isAdministrator(access)
    ? null
    : role?.id === access.role_id
      ? words.own
      : hasAll
        ? words.highest
        : null;

  const openValues = (of: Role | null) => ({
    name: of ? nameRole(of, language) : '',
    key: '',
    description: of ? describeRole(of, language) : '',
    permissions: of?.permissions ?? [],
  });
  const change = useConfirmedChange();
  const save = useMutation({
    mutationFn: (body: RoleBody) =>
      change.run((confirmation) =>
        role ? saveRole(role.id, { ...body, ...confirmation }) : createRole(body),
      ),
    onSuccess: onSaved,
  });
  const form = useBodyForm({
    schema: role ? rbacRolesChangeBody : rbacRolesCreateBody,
    keepAs: `role:${role?.id ?? 'new'}`,
    initial: openValues(role),
    record: role,
    open: openValues,
    toBody: ({ name, key, description, permissions }, loaded): RoleBody => ({
      ...readRoleTexts({ name: name.trim(), description: description.trim() }, loaded),
      ...(key.trim() ? { key: key.trim() } : {}),
      ...(isFixed ? {} : { permissions }),
    }),
    hints: { key: words.keyError },
    onSend: save.mutate,
    onChange: save.reset,
    error: save.error,
    isPending: save.isPending,
  });

  return (
    <Detail
      title={role ? nameRole(role, language) : words.addTitle}
      subject={role?.key ?? 'new'}
      onClose={onClose}
    >
      {guard ? (
        <p className={noteStyle.note} data-testid="guard">
          {guard}
        </p>
      ) : null}
      <form className={formStyle.form} onSubmit={form.send} noValidate>
        <RestoredNote form={form} labels={{ permissions: words.rights }} />
        <ErrorSummary
          errors={form.faults}
          labels={{ name: words.name, key: words.key, description: words.description }}
        />
        <TextInput
          {...form.field('name')}
          label={words.name}
          readOnly={guard !== null}
          data-testid="role-name"
        />
        {role ? (
          <p className={textStyle.quiet}>
            {words.key}: <span className={textStyle.code}>{role.key}</span>
          </p>
        ) : (
          <TextInput
            {...form.field('key')}
            label={`${words.key} (${words.optional})`}
            description={words.keyHint}
            spellCheck={false}
            data-testid="role-key"
          />
        )}
        <Textarea
          {...form.field('description')}
          label={`${words.description} (${words.optional})`}
          rows={2}
          readOnly={guard !== null}
          data-testid="role-description"
        />
        {hasAll ? (
          <p className={noteStyle.note}>{words.allRights}</p>
        ) : (
          <PermissionFields
            held={form.values.permissions}
            isLocked={guard !== null || isFixed}
            onChange={(held) => form.setFieldValue('permissions', held)}
          />
        )}
        {guard ? null : (
          <>
            {role ? <p className={textStyle.quiet}>{words.effect}</p> : null}
            <Done>{save.isSuccess ? words.saved : null}</Done>
            {form.hasFaults ? null : <ActionFailure error={readStepUpFailure(save.error)} />}
            <FormActions
              form={form}
              submit={role ? shared.save : words.add}
              testId="save-role"
              isPending={save.isPending}
              isSaved={role !== null}
              onCancel={onClose}
            />
          </>
        )}
      </form>
      {change.dialog}
      {!role || guard ? null : role.is_system ? (
        <p className={`${layoutStyle.part} ${textStyle.quiet}`}>{words.systemNote}</p>
      ) : (
        <DeletePart
          words={words}
          name={role.name}
          run={() => deleteRole(role.id)}
          onDone={() => onDeleted(role)}
        />
      )}
    </Detail>
  );
}
