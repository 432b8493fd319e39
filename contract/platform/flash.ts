/** What a page tells of the form that was posted before it: shown once. */
export interface Flash {
  tone: 'good' | 'danger';
  title: string;
  description?: string | undefined;
  /** The form that was refused, as `POST /api/login`; absent after a success. */
  form?: string | undefined;
  /** What is wrong, by the names of the form's fields. */
  fields?: Record<string, string> | undefined;
  /** What was typed, by the names of its fields; no password among it. */
  typed?: Record<string, string> | undefined;
}
