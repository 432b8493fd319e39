import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useForm, type UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { SettingsForm as Schema, type Settings } from '#contract/base/settings.ts';
import { SettingsSection } from '#web/ui/settings-section.tsx';
import { call, failureOf } from '#web/platform/data/api.ts';
import { applyFieldErrors } from '#web/platform/forms/form-errors.ts';
import { changesTo, useEdit } from '#web/platform/forms/use-edit.tsx';
import { refresh } from '#web/platform/data/queries.ts';
import { useChangeSite } from '#web/platform/site.tsx';
import { toastFailure } from '#web/platform/data/toast-failure.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox, RadioCards } from '#web/ui/choices.tsx';
import { Field, Input, Textarea } from '#web/ui/field.tsx';
import { toast } from '#web/ui/toast.ts';
import { DraftNotice } from '#web/ui/draft-notice.tsx';
import { useDraft, useDraftFound } from '#web/ui/use-draft.ts';
import { useUnsavedGuard } from '#web/ui/use-unsaved-guard.ts';
import { settingsQuery } from './settings-queries.ts';

type Values = z.input<typeof Schema>;
type Changes = z.output<typeof Schema>;
type Form = UseFormReturn<Values, unknown, Changes>;

const valuesOf = ({ ruledBy: _, revision: __, ...values }: Settings): Values => values;

export function SettingsForm({ settings }: { settings: Settings }) {
  const { ruledBy } = settings;
  const edit = useEdit(settings, valuesOf, draft);
  const form: Form = useForm({
    resolver: zodResolver(Schema),
    values: edit.shown,
    resetOptions: { keepDirtyValues: true },
  });
  const forgetDraft = useDraft(draft, form, edit.base.revision);
  const draftFound = useDraftFound(draft);
  const save = useSave(edit, form, forgetDraft);
  const { isDirty } = form.formState;
  // Changes saved by another admin come in until somebody types.
  if (!isDirty && settings.revision > edit.base.revision) edit.follow(settings);
  useUnsavedGuard(isDirty && !save.isPending);
  return (
    <form
      noValidate
      aria-label="Settings"
      onSubmit={form.handleSubmit((changes) => save.mutate(changes))}
    >
      {draftFound && isDirty && (
        <DraftNotice onDiscard={() => form.reset(undefined, { keepDirtyValues: false })} />
      )}
      <SiteSection form={form} ruledBy={ruledBy} />
      <AdmissionSection form={form} />
      <RetentionSection form={form} />
      <ReportsSection form={form} />
      {edit.notes(form)}
      <p className="border-t border-line py-6 lg:pl-84">
        <Button type="submit" className="max-sm:w-full" busy={save.isPending} busyLabel="Saving...">
          Save Settings
        </Button>
      </p>
    </form>
  );
}

const draft = 'settings';

const ruledHint = (variable: string | undefined) =>
  variable &&
  `${variable} is set in the environment of the server and rules here. Take it away there to change this.`;

function SiteSection({ form, ruledBy }: { form: Form; ruledBy: Settings['ruledBy'] }) {
  const { errors } = form.formState;
  return (
    <SettingsSection
      id="site"
      title="The site"
      lead="What it is called and what it says everywhere."
    >
      <div className="flex flex-col gap-5">
        <Field
          label="Site name"
          hint={ruledHint(ruledBy.siteName)}
          error={errors.siteName?.message}
        >
          {(control) => (
            <Input
              {...control}
              {...form.register('siteName')}
              readOnly={Boolean(ruledBy.siteName)}
            />
          )}
        </Field>
        <Field
          label="Support address"
          hint={
            ruledHint(ruledBy.supportEmail) ??
            'Where people can write to. It stands in the footer, in mail and on the legal pages.'
          }
          error={errors.supportEmail?.message}
        >
          {(control) => (
            <Input
              {...control}
              {...form.register('supportEmail')}
              type="email"
              readOnly={Boolean(ruledBy.supportEmail)}
            />
          )}
        </Field>
        <Field
          label="Announcement"
          optional
          hint="Stands above every page, for everyone, until you take it away. At most 300 characters."
          error={errors.banner?.message}
        >
          {(control) => <Textarea {...control} {...form.register('banner')} rows={2} />}
        </Field>
      </div>
    </SettingsSection>
  );
}

function AdmissionSection({ form }: { form: Form }) {
  const { errors } = form.formState;
  return (
    <SettingsSection
      id="admission"
      title="Who comes in"
      lead="Who may sign up, and whether new groups are looked at first."
    >
      <div className="flex flex-col gap-6">
        <RadioCards
          {...form.register('registration')}
          legend="Registration"
          options={[
            { value: 'open', label: 'Open', description: 'Anyone may sign up.' },
            {
              value: 'invitation',
              label: 'By invitation',
              description: 'Only people with an invitation of yours may sign up.',
            },
          ]}
        />
        <Field
          label="Youngest age"
          hint="From 13 to 18. Whoever signs up says that they are this old, and the terms and the privacy policy say the same."
          error={errors.minimumAge?.message}
        >
          {(control) => (
            <Input
              {...control}
              {...form.register('minimumAge', { valueAsNumber: true })}
              type="number"
              min={13}
              max={18}
              className="max-w-32"
            />
          )}
        </Field>
        <Checkbox
          {...form.register('groupApproval')}
          label="New groups need approval"
          description="Without it a group is public as soon as it is made. What an admin has rejected is looked at again in any case."
        />
      </div>
    </SettingsSection>
  );
}

function RetentionSection({ form }: { form: Form }) {
  return (
    <SettingsSection
      id="retention"
      title="How long things are kept"
      lead="The privacy policy says the same numbers."
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <NumberField form={form} name="mailDays" label="Sent mail, in days" max={365} />
        <NumberField form={form} name="invitationDays" label="Old invitations, in days" max={365} />
      </div>
    </SettingsSection>
  );
}

const ReportsSection = ({ form }: { form: Form }) => (
  <SettingsSection
    id="reports"
    title="How soon reports are decided"
    lead="Whoever reports something is told by when. What is overdue stands first among the reports."
  >
    <div className="grid gap-5 sm:grid-cols-2">
      <NumberField
        form={form}
        name="illegalReportHours"
        label="Of what is against the law, in hours"
        max={720}
      />
      <NumberField form={form} name="reportDays" label="Of anything else, in days" max={365} />
    </div>
  </SettingsSection>
);

interface NumberFieldProps {
  form: Form;
  name: 'mailDays' | 'invitationDays' | 'illegalReportHours' | 'reportDays';
  label: string;
  max: number;
}

const NumberField = ({ form, name, label, max }: NumberFieldProps) => (
  <Field label={label} error={form.formState.errors[name]?.message}>
    {(control) => (
      <Input
        {...control}
        {...form.register(name, { valueAsNumber: true })}
        type="number"
        min={1}
        max={max}
      />
    )}
  </Field>
);

type Edit = ReturnType<typeof useEdit<Settings, Values>>;

function useSave({ base, rebase, follow }: Edit, form: Form, onSaved: () => void) {
  const client = useQueryClient();
  const changeSite = useChangeSite();
  return useMutation({
    mutationFn: (saved: Changes) => {
      const body = { ...changesTo(saved, base), revision: base.revision };
      return call('PATCH /api/admin/settings', { body });
    },
    onSuccess: (settings) => {
      onSaved();
      form.reset(valuesOf(settings), { keepDirtyValues: false });
      follow(settings);
      client.setQueryData(settingsQuery().queryKey, settings);
      const {
        siteName: name,
        supportEmail,
        banner,
        registration,
        minimumAge,
        groupApproval,
      } = settings;
      changeSite({ name, supportEmail, banner, registration, minimumAge, groupApproval });
      void refresh(
        client,
        '/api/legal',
        '/api/admin/audit',
        '/api/admin/papers',
        '/api/admin/summary',
      );
      toast({ title: 'Settings saved', tone: 'good' });
    },
    onError: (error) => {
      const { current } = failureOf(error);
      if (current) return rebase(current);
      toastFailure('Error', error, 'The settings could not be saved. Please try again.');
      applyFieldErrors(form, error);
    },
  });
}
