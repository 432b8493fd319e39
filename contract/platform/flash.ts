export interface Message {
  title: string;
  description?: string | undefined;
}

/** A message that a page shows once, about the form that was posted before it. */
export interface Flash extends Message {
  tone: 'good' | 'danger';
  /** The form that was refused, or that is filled in, as `POST /api/login`. */
  form?: string | undefined;
  /** Error messages by the names of the form's fields. */
  fields?: Record<string, string> | undefined;
  /** The typed values by the names of their fields, without passwords. */
  typed?: Record<string, string> | undefined;
}
