import { Notice } from './notice.tsx';
import { Button } from './button.tsx';

interface DraftNoticeProps {
  onDiscard: () => void;
}

/** Above a form that has come back with what was typed before. */
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
      It is not saved yet.
    </Notice>
  </div>
);
