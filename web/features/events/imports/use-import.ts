import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import type { PublishedImport } from '#contract/events/imports.ts';
import { importPath, importsPath } from '#contract/events/event-paths.ts';
import { readCalendarFailed } from '#contract/events/form-words.ts';
import { call, failureOf, type InputFor } from '#web/platform/data/api.ts';
import { refresh } from '#web/platform/data/queries.ts';
import { toastFailure } from '#web/platform/data/toast-failure.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { toast } from '#web/ui/toast.ts';
import { eventsIn } from './import-words.ts';
import { importQuery } from './import-pages.ts';

/** A calendar to read: a file, or an address, which may be followed. */
export type Source = { file: Blob } | { url: string; isFollowed: boolean };

/** Reads a calendar and shows the preview of its events. */
export function useReadCalendar(groupId: number) {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const params = { id: groupId };
  return useMutation({
    mutationFn: async (source: Source) => {
      if ('file' in source) {
        const body = new Blob([source.file], { type: 'text/calendar' });
        return call('POST /api/groups/:id/imports', { params, body });
      }
      const body = { url: source.url };
      const preview = await call('POST /api/groups/:id/imports', { params, body });
      if (source.isFollowed) await call('PUT /api/groups/:id/followed-calendar', { params, body });
      return preview;
    },
    onSuccess: async (preview) => {
      client.setQueryData(importQuery(preview.id).queryKey, preview);
      await refresh(client, `/api/groups/${groupId}/imports`);
      navigate(importPath(groupId, preview.id));
    },
    onError: (error) => {
      // A reason stands beside its field.
      if (Object.keys(failureOf(error).fields ?? {}).length === 0) {
        toastFailure(readCalendarFailed, error, 'Please try another file.');
      } else toast({ tone: 'danger', title: readCalendarFailed });
    },
  });
}

type Completions = InputFor<'PATCH /api/imports/:id'>['body']['events'];

export function useCompleteImport(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (events: Completions) =>
      call('PATCH /api/imports/:id', { params: { id }, body: { events } }),
    onSuccess: (preview) => client.setQueryData(importQuery(id).queryKey, preview),
  });
}

export function usePublishImport(id: number) {
  return useMutation({
    mutationFn: (uids: string[]) =>
      call('POST /api/imports/:id/publish', { params: { id }, body: { uids } }),
    done: publishedText,
    failed: 'Nothing was published',
    reload: ['/api/imports', '/api/groups', '/api/events', '/api/user'],
  });
}

function publishedText({ created, changed, series }: PublishedImport): string {
  const count = created.length + changed.length + series.length;
  return count === 1 ? '1 event is published' : `${eventsIn(count)} are published`;
}

/** Takes an import back, and says so in `done`. */
export function useUndoImport(groupId: number, id: number, done: string) {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  return useMutation({
    mutationFn: () => call('DELETE /api/imports/:id', { params: { id } }),
    onSuccess: async () => {
      await refresh(client, '/api/groups', '/api/events', '/api/series', '/api/user');
      navigate(importsPath(groupId));
    },
    done,
    failed: 'Nothing changed',
  });
}
