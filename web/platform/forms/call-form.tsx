import type { ComponentProps } from 'react';
import type { ApiKey } from '#contract/api.ts';
import { urlOf } from '#web/platform/data/api.ts';

interface CallFormProps extends ComponentProps<'form'> {
  call: ApiKey;
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  /** Makes the call where there is script; the form itself posts it where there is none. */
  onSend?: () => void;
}

/** A form whose button makes a call, with and without script. */
export const CallForm = ({ call, params, query, onSend, children, ...form }: CallFormProps) => (
  <form
    method="post"
    action={urlOf(call, { params, query })}
    onSubmit={(submission) => {
      if (!onSend) return;
      submission.preventDefault();
      onSend();
    }}
    {...form}
  >
    {/* Browsers can't send another method than POST. */}
    {!call.startsWith('POST ') && <input type="hidden" name="_method" value={call.split(' ')[0]} />}
    {children}
  </form>
);
