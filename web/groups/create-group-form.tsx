import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Controller, useForm, type UseFormReturn } from 'react-hook-form';
import { useLocation } from 'wouter';
import type { z } from 'zod';
import { GroupForm, groupTypes } from '../../contract/groups.ts';
import { paths, signIn } from '../../contract/paths.ts';
import { call, failureOf } from '../api.ts';
import { applyFieldErrors } from '../form-errors.ts';
import { refresh } from '../queries.ts';
import { toastFailure } from '../toast-failure.ts';
import { Button } from '../ui/button.tsx';
import { Field, Input, NativeSelect, RadioCards, Textarea } from '../ui/field.tsx';
import { toast } from '../ui/toast.tsx';
import { useDraft } from '../ui/use-draft.ts';
import { groupTypeLabels } from './labels.ts';

type Group = z.output<typeof GroupForm>;

/** A choice not made yet is an empty string, as the controls have it. */
interface Values {
  name: string;
  groupType: string;
  chargeForEvents: string;
  imageUrl: string;
  description: string;
}

type Form = UseFormReturn<Values, unknown, Group>;

const empty: Values = { name: '', groupType: '', chargeForEvents: '', imageUrl: '', description: '' };
