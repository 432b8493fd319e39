import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { filledIn } from '../../../contract/legal-words.ts';
import type { LegalPage } from '../../../contract/settings.ts';
import { call, failureOf } from '../../platform/data/api.ts';
import { Markdown } from '../legal/markdown.tsx';
import { legalText, legalTitles } from '../legal/queries.ts';
import { query, refresh } from '../../platform/data/queries.ts';
import { useSite } from '../../platform/site.tsx';
import { toastFailure } from '../../platform/data/toast-failure.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, Textarea } from '../../ui/field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { toast } from '../../ui/toast.tsx';
import { useUnsavedGuard } from '../../ui/use-unsaved-guard.ts';
import { settingsQuery } from './settings-queries.ts';

interface LegalEditorProps {
  page: LegalPage;
  onClose: () => void;
}

const sourceOf = (page: LegalPage) => query('GET /api/admin/legal/:page', { params: { page } });

export default function LegalEditor({ page, onClose }: LegalEditorProps) {
  const { data: source } = useQuery(sourceOf(page));
  const [typed, setTyped] = useState<string>();
  const save = useReplacing(page, onClose);
  const markdown = typed ?? source?.markdown ?? '';
  useUnsavedGuard(typed !== undefined && !save.isPending);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={legalTitles[page]}
      className="sm:max-w-3xl!"
      footer={
        <>
          {source?.replacedAt && (
            <Button
              variant="ghost"
              className="sm:mr-auto"
              disabled={save.isPending}
              onClick={() => save.mutate(null)}
            >
              Back to the First Text
            </Button>
          )}
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button busy={save.isPending} busyLabel="Saving..." onClick={() => save.mutate(markdown)}>
            Save Page
          </Button>
        </>
      }
    >
      {source ? (
        <Editor
          markdown={markdown}
          onChange={setTyped}
          error={failureOf(save.error).fields?.['markdown']}
        />
      ) : (
        <Skeleton className="h-80" />
      )}
    </Dialog>
  );
}

interface EditorProps {
  markdown: string;
  onChange: (markdown: string) => void;
  error: string | undefined;
}

function Editor({ markdown, onChange, error }: EditorProps) {
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
            <Field
              label="Text"
              hint="Markdown; HTML is shown as it stands. {{site}}, {{support}}, {{address}}, {{sessionDays}}, {{signInDays}}, {{deviceDays}}, {{mailDays}} and {{invitationDays}} are filled in."
              error={error}
            >
              {(control) => (
                <Textarea
                  {...control}
                  value={markdown}
                  onChange={(event) => onChange(event.target.value)}
                  rows={14}
                  className="max-h-96 font-mono text-sm"
                />
              )}
            </Field>
          ),
        },
        { value: 'preview', label: 'Preview', content: <Filled markdown={markdown} /> },
      ]}
    />
  );
}

/** As readers will see it: with what is filled in. */
function Filled({ markdown }: { markdown: string }) {
  const { origin } = useSite();
  const { data: settings } = useQuery(settingsQuery());
  return <Markdown text={settings ? filledIn(markdown, { ...settings, origin }) : markdown} />;
}

function useReplacing(page: LegalPage, onSaved: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (markdown: string | null) =>
      markdown === null
        ? call('DELETE /api/admin/legal/:page', { params: { page } })
        : call('PUT /api/admin/legal/:page', { params: { page }, body: { markdown } }),
    onSuccess: async (source) => {
      client.setQueryData(sourceOf(page).queryKey, source);
      await refresh(client, legalText(page).queryKey[0], '/api/admin/audit');
      toast({ title: 'Page saved', tone: 'good' });
      onSaved();
    },
    onError: (error) => toastFailure('Error', error, 'The page could not be saved.'),
  });
}
