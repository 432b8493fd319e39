import { registerShown } from '#web/platform/forms/posted-values.ts';
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
import { OpenButton } from '#web/platform/forms/open-button.tsx';
import { Checkbox, RadioCards } from '#web/ui/choices.tsx';
import { InputField, TextareaField } from '#web/ui/field.tsx';
import { toast } from '#web/ui/toast.ts';
import { DraftNotice } from '#web/ui/draft-notice.tsx';
import { useDraft, useHasDraft } from '#web/ui/use-draft.ts';
import { useUnsavedGuard } from '#web/ui/use-unsaved-guard.ts';
import { LookFields } from './look-fields.tsx';
import { settingsQuery } from './settings-queries.ts';

type Values = z.input<typeof Schema>;
type Changes = z.output<typeof Schema>;
type Form = UseFormReturn<Values, unknown, Changes>;

const valuesOf = ({ ruledBy: _, revision: __, ...values }: Settings): Values => values;

export function SettingsForm({ settings }: { settings: Settings }) {
  const { ruledBy } = settings;
  const edit = useEdit(settings, valuesOf, draftName);
  const form: Form = useForm({
    resolver: zodResolver(Schema),
    values: edit.shown,
    resetOptions: { keepDirtyValues: true },
  });
  const forgetDraft = useDraft(draftName, form, edit.base.revision);
  const draftFound = useHasDraft(draftName);
  const save = useSave(edit, form, forgetDraft);
  const { isDirty } = form.formState;
  // Changes by other admins appear until this admin starts typing.
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
        <OpenButton
          call="PATCH /api/admin/settings"
          type="submit"
          className="max-sm:w-full"
          busy={save.isPending}
          busyLabel="Saving..."
        >
          Save settings
        </OpenButton>
      </p>
    </form>
  );
}

const draftName = 'settings';

const ruledHint = (variable: string | undefined) =>
  variable &&
  `${variable} is set in the server's environment. Remove it there to change this here.`;

function SiteSection({ form, ruledBy }: { form: Form; ruledBy: Settings['ruledBy'] }) {
  return (
    <SettingsSection id="site" title="The site" lead="Its name, and what every page shows.">
      <div className="flex flex-col gap-5">
        <InputField
          label="Site name"
          hint={ruledHint(ruledBy.siteName)}
          {...registerShown(form, 'siteName')}
          readOnly={Boolean(ruledBy.siteName)}
        />
        <InputField
          label="Support address"
          hint={
            ruledHint(ruledBy.supportEmail) ??
            'Where people can write to you. Shown in the footer, emails and legal pages.'
          }
          {...registerShown(form, 'supportEmail')}
          type="email"
          readOnly={Boolean(ruledBy.supportEmail)}
        />
        <InputField
          label="Who answers for people's data"
          optional
          hint="The group, charity, council or person that runs the site: its data controller. The privacy policy names them."
          {...registerShown(form, 'controllerName')}
        />
        <InputField
          label="Their address"
          optional
          hint="Where people can write to them by post. Also in the privacy policy."
          {...registerShown(form, 'controllerAddress')}
        />
        <InputField
          label="Town"
          optional
          hint="The town or area that the site is for. Shown on the home page, and filled in for new members."
          {...registerShown(form, 'town')}
        />
        <LookFields form={form} />
        <Announcement form={form} />
      </div>
    </SettingsSection>
  );
}

const Announcement = ({ form }: { form: Form }) => (
  <TextareaField
    label="Announcement"
    optional
    hint="Shown at the top of every page until you remove it. Up to 300 characters."
    {...registerShown(form, 'banner')}
    rows={2}
  />
);

function AdmissionSection({ form }: { form: Form }) {
  return (
    <SettingsSection
      id="admission"
      title="Joining the site"
      lead="Who can sign up, and whether you review new groups."
    >
      <div className="flex flex-col gap-6">
        <RadioCards
          {...form.register('registration')}
          legend="Registration"
          options={[
            { value: 'open', label: 'Open', description: 'Anyone can sign up.' },
            {
              value: 'invitation',
              label: 'By invitation',
              description: 'Only people you invite can sign up.',
            },
          ]}
        />
        <InputField
          label="Minimum age"
          hint="From 13 to 18. People confirm their age when they sign up. It's also in the terms and the privacy policy."
          {...registerShown(form, 'minimumAge', { valueAsNumber: true })}
          type="number"
          min={13}
          max={18}
          boxClassName="max-w-32"
        />
        <Checkbox
          {...form.register('groupApproval')}
          label="New groups need approval"
          description="If you turn this off, new groups are public straight away. Groups that you've rejected always need approval."
        />
      </div>
    </SettingsSection>
  );
}

function RetentionSection({ form }: { form: Form }) {
  return (
    <SettingsSection
      id="retention"
      title="How long we keep things"
      lead="The privacy policy shows the same numbers."
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <NumberField form={form} name="mailDays" label="Sent emails, in days" max={365} />
        <NumberField form={form} name="invitationDays" label="Old invitations, in days" max={365} />
      </div>
    </SettingsSection>
  );
}

const ReportsSection = ({ form }: { form: Form }) => (
  <SettingsSection
    id="reports"
    title="Deadlines for reports"
    lead="We tell people who report something when to expect a decision. Overdue reports are at the top of the list."
  >
    <div className="grid gap-5 sm:grid-cols-2">
      <NumberField
        form={form}
        name="illegalReportHours"
        label="Reports of illegal content, in hours"
        max={720}
      />
      <NumberField form={form} name="reportDays" label="All other reports, in days" max={365} />
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
  <InputField
    label={label}
    error={form.formState.errors[name]?.message}
    {...form.register(name, { valueAsNumber: true })}
    type="number"
    min={1}
    max={max}
  />
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
      changeSite({ ...settings, name: settings.siteName });
      void refresh(
        client,
        '/api/legal',
        '/api/admin/audit',
        '/api/admin/papers',
        '/api/admin/summary',
        '/api/admin/setup',
      );
      toast({ title: 'Settings saved', tone: 'good' });
    },
    onError: (error) => {
      const { current } = failureOf(error);
      if (current) return rebase(current);
      toastFailure('Settings not saved', error, 'Please try again.');
      applyFieldErrors(form, error);
    },
  });
}
