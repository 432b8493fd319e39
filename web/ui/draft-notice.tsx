import { Notice } from './notice.tsx';
import { Button } from './button.tsx';

interface DraftNoticeProps {
  onDiscard: () => void;
}

/** Shown above a form that has restored typed text. */
export const DraftNotice = ({ onDiscard }: DraftNoticeProps) => (
  <div role="status">
    <Notice
      tone="accent"
      className="mb-6"
      title="What you typed is still here"
      action={
        <Button variant="outline" onClick={onDiscard}>
          Discard changes
        </Button>
      }
    >
      It isn't saved yet.
    </Notice>
  </div>
);
