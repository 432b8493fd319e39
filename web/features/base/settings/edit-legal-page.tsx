import { registerShown } from '#web/platform/forms/posted-values.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form';
import { Link, useLocation } from 'wouter';
import { formatDay } from '#contract/platform/dates.ts';
import { fillLegalText } from '#contract/base/legal-words.ts';
import { paths } from '#contract/platform/paths.ts';
import { LegalForm, type LegalPage, type LegalSource } from '#contract/base/settings.ts';
import { call, failureOf } from '#web/platform/data/api.ts';
import { refresh } from '#web/platform/data/queries.ts';
import { toastFailure } from '#web/platform/data/toast-failure.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { useEdit } from '#web/platform/forms/use-edit.tsx';
import { applyFieldErrors } from '#web/platform/forms/form-errors.ts';
import { useSite } from '#web/platform/site.tsx';
import { OpenButton } from '#web/platform/forms/open-button.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { DraftNotice } from '#web/ui/draft-notice.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { TextareaField } from '#web/ui/field.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { toast } from '#web/ui/toast.ts';
import { useDraft, useHasDraft } from '#web/ui/use-draft.ts';
import { useUnsavedGuard } from '#web/ui/use-unsaved-guard.ts';
import { Markdown } from '#web/features/base/legal/markdown.tsx';
import { legalText, legalTitles } from '#web/features/base/legal/queries.ts';
import { legalSource, settingsQuery } from './settings-queries.ts';

/** Returns the page's name, which ends the path. */
const pageAt = (path: string) => path.split('/').at(-1) as LegalPage;

export default function EditLegalPage() {
  const [path] = useLocation();
  const page = pageAt(path);
  const { data: source, isError } = useQuery(legalSource(page));
  return (
    <>
      <PageHeading
        className="mt-10 mb-6"
        back={{ href: paths.adminTab('settings'), label: 'Settings' }}
        title={legalTitles[page]}
        lead={
          source?.replacedAt
            ? `Replaced on ${formatDay(source.replacedAt)}.`
            : 'This is the standard text. Please have it checked and make it your own.'
        }
        actions={
          <Link href={`/${page}`} className={buttonClass({ variant: 'outline' })}>
            View page
          </Link>
        }
      />
      {source && <Editor key={page} source={source} />}
      {isError && <EmptyState title="We couldn't load this page" hint="Please try again later." />}
      {!source && !isError && <Skeleton className="h-96" />}
    </>
  );
}

type Form = UseFormReturn<{ markdown: string }>;

const valuesOf = ({ markdown }: LegalSource) => ({ markdown });

function Editor({ source }: { source: LegalSource }) {
  const { page, replacedAt } = source;
  const draft = `legal-${page}`;
  const edit = useEdit(source, valuesOf, draft);
  const form: Form = useForm({
    resolver: zodResolver(LegalForm),
    values: edit.shown,
    resetOptions: { keepDirtyValues: true },
  });
  const forgetDraft = useDraft(draft, form, edit.base.revision);
  const draftFound = useHasDraft(draft);
  const save = useReplacing(edit, form, forgetDraft);
  const { isDirty } = form.formState;
  useUnsavedGuard(isDirty && !save.isPending);
  return (
    <form
      noValidate
      aria-label={legalTitles[page]}
      onSubmit={form.handleSubmit(({ markdown: text }) => save.mutate(text))}
    >
      {draftFound && isDirty && (
        <DraftNotice onDiscard={() => form.reset(undefined, { keepDirtyValues: false })} />
      )}
      <WriteOrPreview form={form} />
      {edit.notes(form)}
      <div className="mt-6 flex flex-col gap-3 sm:flex-row sm:items-center">
        <OpenButton
          call="PUT /api/admin/legal/:page"
          type="submit"
          size="lg"
          busy={save.isPending}
          busyLabel="Saving..."
        >
          Save page
        </OpenButton>
        {replacedAt && (
          <StandardText page={page} busy={save.isPending} onConfirm={() => save.mutate(null)} />
        )}
      </div>
    </form>
  );
}

function WriteOrPreview({ form }: { form: Form }) {
  const [tab, setTab] = useState<'write' | 'preview'>('write');
  return (
    <Tabs
      label="Write or preview"
      value={tab}
      onValueChange={setTab}
      items={[
        {
          value: 'write',
          label: 'Write',
          content: (
            <TextareaField
              label="Text"
              hint="You can use Markdown, but not HTML. We fill in {{site}}, {{support}}, {{address}}, {{minimumAge}}, {{sessionDays}}, {{signInDays}}, {{deviceDays}}, {{mailDays}} and {{invitationDays}}."
              {...registerShown(form, 'markdown')}
              rows={24}
              boxClassName="max-h-[70dvh] font-mono text-sm"
            />
          ),
        },
        { value: 'preview', label: 'Preview', content: <Preview form={form} /> },
      ]}
    />
  );
}

/** Previews the text with its placeholders filled in. */
function Preview({ form }: { form: Form }) {
  const { origin } = useSite();
  const { data: settings } = useQuery(settingsQuery());
  const markdown = useWatch({ control: form.control, name: 'markdown' });
  return <Markdown text={settings ? fillLegalText(markdown, { ...settings, origin }) : markdown} />;
}

interface StandardTextProps {
  page: LegalPage;
  busy: boolean;
  onConfirm: () => void;
}

function StandardText({ page, busy, onConfirm }: StandardTextProps) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <OpenButton
        call="DELETE /api/admin/legal/:page"
        variant="ghost"
        size="lg"
        disabled={busy}
        onClick={() => setAsking(true)}
      >
        Back to the standard text
      </OpenButton>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Go back to the standard text?"
        description={`You'll lose your own text of the ${legalTitles[page]}, and any changes you haven't saved.`}
        confirmLabel="Go back"
        danger
        onConfirm={() => {
          setAsking(false);
          onConfirm();
        }}
      />
    </>
  );
}

type Edit = ReturnType<typeof useEdit<LegalSource, { markdown: string }>>;

function useReplacing({ base, rebase, follow }: Edit, form: Form, onSaved: () => void) {
  const { page, revision } = base;
  const client = useQueryClient();
  return useMutation({
    mutationFn: (markdown: string | null) =>
      markdown === null
        ? call('DELETE /api/admin/legal/:page', { params: { page } })
        : call('PUT /api/admin/legal/:page', { params: { page }, body: { markdown, revision } }),
    onSuccess: (source) => {
      form.reset(valuesOf(source), { keepDirtyValues: false });
      follow(source);
      onSaved();
      client.setQueryData(legalSource(page).queryKey, source);
      void refresh(client, legalText(page).queryKey[0], '/api/admin/audit');
      toast({ title: 'Page saved', tone: 'good' });
    },
    onError: (error) => {
      const { current } = failureOf(error);
      if (current) return rebase(current);
      toastFailure('Page not saved', error, 'Please try again.');
      applyFieldErrors(form, error);
    },
  });
}
