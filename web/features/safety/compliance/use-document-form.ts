import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { adminPaths } from '#contract/operations/admin-paths.ts';
import type {
  Answers,
  ComplianceDocument,
  DocumentName,
  Question,
} from '#contract/safety/compliance.ts';
import { call, failureOf } from '#web/platform/data/api.ts';
import { refresh } from '#web/platform/data/queries.ts';
import { toastFailure } from '#web/platform/data/toast-failure.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { pageHeadingId } from '#web/ui/page-heading.tsx';
import { toast } from '#web/ui/toast.ts';
import { readDraft, saveDraft } from '#web/ui/use-draft.ts';
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

/** The refused answers, with a message for each field. */
export interface RefusedAnswers {
  fields: Record<string, string>;
  answers: Answers;
}

export type DocumentFormState = ReturnType<typeof useDocumentForm>;

/** Holds the answers to all steps of a document and saves each step as a draft. */
export function useDocumentForm(
  paper: ComplianceDocument,
  steps: readonly Step[],
  step: Step | undefined,
) {
  const [, navigate] = useLocation();
  const { typed, type, forget, clear } = useTyped(paper.paper);
  const [refused, setRefused] = useState<RefusedAnswers>();
  const soFar = answersSoFar(paper);
  const valueOf = ({ id, suggested }: Question) => typed[id] ?? soFar[id] ?? suggested;

  const refuse = (fields: Record<string, string>, answers: Answers) => {
    setRefused({ fields, answers });
    const target = steps.find((each) => questionsIn(each).some(({ id }) => id in fields));
    if (target && target !== step) navigate(stepPath(paper.paper, target));
  };
  const savedStep = useSaving(paper, refuse, (answers) => forget(answers));
  const saveVersion = useFinishing(paper, refuse, clear);
  const isUnsaved = Object.keys(typed).length > 0;
  useUnsavedGuard(isUnsaved && !savedStep.isPending && !saveVersion.isPending, 'path');
  useSaveOnLeaving(step, () => {
    if (isUnsaved && !savedStep.isPending) savedStep.mutate(typed);
  });

  return {
    valueOf,
    errorOf: (question: Question) =>
      refused?.answers[question.id] === valueOf(question) ? refused.fields[question.id] : undefined,
    refused,
    type,
    clear,
    isUnsaved,
    isConflict: [savedStep, saveVersion].some(({ error }) => failureOf(error).code === 'conflict'),
    isSaving: savedStep.isPending || saveVersion.isPending,
    /** Saves the step as a draft and opens the next one. */
    saveAndContinue: (from: Step) => {
      const shown = questionsIn(from).map((question) => [question.id, valueOf(question)] as const);
      setRefused(undefined);
      savedStep.mutate(
        { ...typed, ...Object.fromEntries(shown) },
        { onSuccess: () => navigate(stepPath(paper.paper, { number: from.number + 1 })) },
      );
    },
    /** Saves a version, or opens the first step that isn't done. */
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

/** Saves the typed answers when the viewer leaves a step without pressing 'Next'. */
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

/** Strips the prefix of the request body from field names. */
const fieldsOf = (error: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(failureOf(error).fields ?? {}).map(([field, message]) => [
      field.replace(/^answers\./, ''),
      message,
    ]),
  );

const useReload = () => {
  const client = useQueryClient();
  return (...prefixes: string[]) => refresh(client, '/api/admin/papers', ...prefixes);
};

/** After another admin's save, their answers are read; any other failure is shown. */
function useFailure(title: string, refuse: Refuse) {
  const reload = useReload();
  return (error: unknown, answers: Answers) => {
    if (failureOf(error).code === 'conflict') return void reload();
    toastFailure(title, error, 'Please try again.');
    refuse(fieldsOf(error), answers);
  };
}

function useSaving(paper: ComplianceDocument, refuse: Refuse, onSaved: (answers: Answers) => void) {
  const client = useQueryClient();
  const reload = useReload();
  return useMutation({
    mutationFn: (answers: Answers) =>
      call('PATCH /api/admin/papers/:paper/draft', {
        params: { paper: paper.paper },
        body: { answers, after: paper.latest?.version ?? 0 },
      }),
    onSuccess: (savedDraft, answers) => {
      client.setQueryData(
        documentQuery(paper.paper).queryKey,
        (cached) => cached && { ...cached, savedDraft },
      );
      onSaved(answers);
      void reload();
    },
    onError: useFailure('Answers not saved', refuse),
  });
}

function useFinishing({ paper, latest }: ComplianceDocument, refuse: Refuse, onSaved: () => void) {
  const [, navigate] = useLocation();
  const reload = useReload();
  return useMutation({
    mutationFn: (answers: Answers) =>
      call('POST /api/admin/papers/:paper/versions', {
        params: { paper },
        body: { answers, after: latest?.version ?? 0 },
      }),
    onSuccess: async ({ version }) => {
      onSaved();
      await reload('/api/admin/summary', '/api/admin/audit');
      toast({ title: `Version ${version} saved`, tone: 'good' });
      navigate(adminPaths.paperVersion(paper, version));
    },
    onError: useFailure('Document not saved', refuse),
  });
}

/**
 * Holds unsaved answers for all steps of a document. Stores them in the tab, so that they survive a
 * reload or signing in again.
 */
function useTyped(paper: DocumentName) {
  const key = typedKey(paper);
  const [typed, setTyped] = useState<Answers>({});
  const latest = useRef(typed);
  const change = useCallback(
    (next: Answers) => {
      latest.current = next;
      setTyped(next);
      saveDraft(key, next);
    },
    [key],
  );
  useEffect(() => {
    const stored = readDraft(key) as Answers;
    if (Object.keys(stored).length > 0) change({ ...stored, ...latest.current });
  }, [key, change]);
  return {
    typed,
    type: (id: string, answer: string) => change({ ...latest.current, [id]: answer }),
    /** Drops saved answers. Text typed while saving stays. */
    forget: (saved: Answers) =>
      change(
        Object.fromEntries(
          Object.entries(latest.current).filter(([id, answer]) => saved[id] !== answer),
        ),
      ),
    clear: () => change({}),
  };
}

export const typedKey = (paper: DocumentName): string => `paper-${paper}`;

export const stepHeadingId = 'step-heading';

/**
 * Moves the focus to the refused field, or else to the step's heading. The path stays the same
 * between steps, so the router doesn't move the focus.
 */
export function useStepFocus(step: Step | undefined, refused: RefusedAnswers | undefined): void {
  const place = step?.number;
  const before = useRef(place);
  const wrong = step && questionsIn(step).find(({ id }) => refused && id in refused.fields)?.id;
  useEffect(() => {
    const hasMoved = before.current !== place;
    before.current = place;
    if (refused && wrong !== undefined) fieldNamed(wrong)?.focus();
    else if (hasMoved) document.getElementById(place ? stepHeadingId : pageHeadingId)?.focus();
  }, [place, wrong, refused]);
}

/** Finds a field by name; among radio buttons, the selected one. */
function fieldNamed(name: string): HTMLElement | null {
  const field = `[name="${CSS.escape(name)}"]`;
  return document.querySelector<HTMLElement>(`${field}:checked, ${field}:not([type=radio])`);
}
