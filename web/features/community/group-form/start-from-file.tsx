import { useRef } from 'react';
import { useLocation } from 'wouter';
import { paths } from '#contract/platform/paths.ts';
import type { InputFor } from '#web/platform/data/api.ts';
import { toastFailure } from '#web/platform/data/toast-failure.ts';
import { useCreation } from '#web/platform/data/use-creation.ts';
import { FileInput } from '#web/ui/file-input.tsx';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.ts';

const key = 'POST /api/groups/import';
type GroupFile = InputFor<typeof key>['body'];

/** Starts a group from the file that its owner downloaded, here or on another site. */
export function StartFromFile() {
  const picker = useRef<HTMLInputElement>(null);
  const [, navigate] = useLocation();
  const start = useCreation({
    key,
    inputOf: (body: GroupFile) => ({ body }),
    onSuccess: ({ id }) => {
      toast({ title: 'Your group is here, with its events to come', tone: 'good' });
      navigate(paths.groupCreated(id));
    },
    onError: (error) => toastFailure('Group not created', error, 'Please try again later.'),
  });
  const read = async (file: File) => {
    try {
      const body: GroupFile = JSON.parse(await file.text());
      start.mutate(body);
    } catch {
      toast({ title: 'This file is not a group’s', tone: 'danger' });
    }
  };
  return (
    <p className="needs-script mb-8 flex flex-wrap items-center gap-x-4 gap-y-2">
      Have you downloaded your group from another site?
      <FileInput
        picker={picker}
        label="File of a group"
        accept="application/json,.json"
        onFile={(file) => void read(file)}
      />
      <Button
        variant="outline"
        busy={start.isPending}
        busyLabel="Starting your group..."
        onClick={() => picker.current?.click()}
      >
        Start from a file
      </Button>
    </p>
  );
}
