import type { UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import type { GroupForm } from '../../contract/groups.ts';

export type NewGroup = z.output<typeof GroupForm>;
export type GroupFormOf = UseFormReturn<z.input<typeof GroupForm>, unknown, NewGroup>;
