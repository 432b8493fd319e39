import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { adminPaths } from '#contract/operations/admin-paths.ts';
import type { Answers, ComplianceDocument, Question } from '#contract/safety/compliance.ts';
import { call, failureOf } from '#web/platform/data/api.ts';
import { refresh } from '#web/platform/data/queries.ts';
import { toastFailure } from '#web/platform/data/toast-failure.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { toast } from '#web/ui/toast.ts';
import { useUnsavedGuard } from '#web/ui/use-unsaved-guard.ts';
import {
  answersSoFar,
  isDone,
  nextToDo,
  questionsIn,
  stepPath,
  type Step,
} from './document-steps.ts';
import { documentQuery } from './queries.ts';
import { useTyped } from './use-typed.ts';

/** The answers that were refused, and why. */
export interface Refused {
  fields: Record<string, string>;
  answers: Answers;
}

export type DocumentFormState = ReturnType<typeof useDocumentForm>;

/** The answers to all steps of a paper, of which each is saved as one goes on. */
export function useDocumentForm(
  paper: ComplianceDocument,
  steps: readonly Step[],
  step: Step | undefined,
) {
  const [, navigate] = useLocation();
  const { typed, type, forget, clear } = useTyped(paper.paper);
  const [refused, setRefused] = useState<Refused>();
  const soFar = answersSoFar(paper);
  const valueOf = ({ id, suggested }: Question) => typed[id] ?? soFar[id] ?? suggested;

  const refuse = (fields: Record<string, string>, answers: Answers) => {
    setRefused({ fields, answers });
    const wrong = steps.find((each) => questionsIn(each).some(({ id }) => id in fields));
    if (wrong && wrong !== step) navigate(stepPath(paper.paper, wrong));
  };
  const saveDraft = useSaving(paper, refuse, (answers) => forget(answers));
  const saveVersion = useFinishing(paper, refuse, clear);
  const isUnsaved = Object.keys(typed).length > 0;
  useUnsavedGuard(isUnsaved && !saveDraft.isPending && !saveVersion.isPending, 'path');
  useSaveOnLeaving(step, () => {
    if (isUnsaved && !saveDraft.isPending) saveDraft.mutate(typed);
  });

  return {
    valueOf,
    errorOf: (question: Question) =>
      refused?.answers[question.id] === valueOf(question) ? refused.fields[question.id] : undefined,
    refused,
    type,
    clear,
    isUnsaved,
    isConflict: [saveDraft, saveVersion].some(({ error }) => failureOf(error).code === 'conflict'),
    isSaving: saveDraft.isPending || saveVersion.isPending,
    /** Saves the step as it is, and goes on to the next. */
    goOn: (from: Step) => {
      const shown = questionsIn(from).map((question) => [question.id, valueOf(question)] as const);
      setRefused(undefined);
      saveDraft.mutate(
        { ...typed, ...Object.fromEntries(shown) },
        { onSuccess: () => navigate(stepPath(paper.paper, { number: from.number + 1 })) },
      );
    },
    /** Saves a version, or leads to the first step that is not done. */
    finish: () => {
      const answers = { ...soFar, ...typed };
      const toDo = nextToDo(steps, answers);
      if (!toDo || isLastOf(steps, toDo)) return saveVersion.mutate(answers);
      const missing = questionsIn(toDo).filter((each) => each.required && !valueOf(each));
      setRefused({
        fields: Object.fromEntries(missing.map(({ id }) => [id, 'Please answer this'])),
        answers: Object.fromEntries(missing.map((each) => [each.id, valueOf(each)])),
      });
      navigate(stepPath(paper.paper, toDo));
    },
    isDone: (each: Step) => isDone(each, soFar),
  };
}

const isLastOf = (steps: readonly Step[], step: Step) => step.number === steps.length;

/** Saves what was typed into a step that somebody leaves by another way than 'Next'. */
function useSaveOnLeaving(step: Step | undefined, save: () => void): void {
  const latest = useRef(save);
  const last = useRef(step?.number);
  useEffect(() => {
    latest.current = save;
  });
  useEffect(() => {
    if (last.current !== step?.number) latest.current();
    last.current = step?.number;
  }, [step?.number]);
}

type Refuse = (fields: Record<string, string>, answers: Answers) => void;

/** The server names a field by its place in what was sent. */
const fieldsOf = (error: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(failureOf(error).fields ?? {}).map(([field, message]) => [
      field.replace(/^answers\./, ''),
      message,
    ]),
  );

const useReadAgain = () => {
  const client = useQueryClient();
  return (...prefixes: string[]) => refresh(client, '/api/admin/papers', ...prefixes);
};

function useSaving(paper: ComplianceDocument, refuse: Refuse, onSaved: (answers: Answers) => void) {
  const client = useQueryClient();
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: (answers: Answers) =>
      call('PATCH /api/admin/papers/:paper/draft', {
        params: { paper: paper.paper },
        body: { answers, after: paper.latest?.version ?? 0 },
      }),
    onSuccess: (savedDraft, answers) => {
      client.setQueryData(
        documentQuery(paper.paper).queryKey,
        (known) => known && { ...known, savedDraft },
      );
      onSaved(answers);
      void readAgain();
    },
    onError: (error, answers) => {
      if (failureOf(error).code === 'conflict') return void readAgain();
      toastFailure('Not saved', error, 'Your answers could not be saved. Please try again.');
      refuse(fieldsOf(error), answers);
    },
  });
}

function useFinishing({ paper, latest }: ComplianceDocument, refuse: Refuse, onSaved: () => void) {
  const [, navigate] = useLocation();
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: (answers: Answers) =>
      call('POST /api/admin/papers/:paper/versions', {
        params: { paper },
        body: { answers, after: latest?.version ?? 0 },
      }),
    onSuccess: async ({ version }) => {
      onSaved();
      await readAgain('/api/admin/summary', '/api/admin/audit');
      toast({ title: `Version ${version} saved`, tone: 'good' });
      navigate(adminPaths.paperVersion(paper, version));
    },
    onError: (error, answers) => {
      if (failureOf(error).code === 'conflict') return void readAgain();
      toastFailure('Error', error, 'The paper could not be saved. Please try again.');
      refuse(fieldsOf(error), answers);
    },
  });
}
