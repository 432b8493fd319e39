import { Download } from 'lucide-react';
import type { ApiKey } from '#contract/api.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { OpenButton } from '#web/platform/forms/open-button.tsx';
import { Button } from '#web/ui/button.tsx';
import { SettingsSection } from '#web/ui/settings-section.tsx';
import { useState, useId, type ReactNode } from 'react';
import { useSite } from '#web/platform/site.tsx';
import { saveFile } from '#web/ui/save-file.ts';
import { pluralise } from '#contract/platform/counted.ts';
import { useQuery } from '@tanstack/react-query';
import { paths } from '#contract/platform/paths.ts';
import { call, failureOf, sendRequest, urlOf } from '#web/platform/data/api.ts';
import { query } from '#web/platform/data/queries.ts';
import { toastFailure } from '#web/platform/data/toast-failure.ts';
import { Notice } from '#web/ui/notice.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { InputField } from '#web/ui/field.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { toastLater } from '#web/ui/toast-later.ts';
import { EitherCode } from '#web/features/base/sign-in/code-field.tsx';
import { OwnPasswordField } from '#web/features/base/account-security/own-password-field.tsx';
import { twoStepQuery } from '#web/features/base/sign-in/queries.ts';
import type { DeletionPreview } from '#contract/operations/account-deletion.ts';

export function YourData() {
  const downloadData = useMutation({
    mutationFn: () => download('GET /api/auth/user/export'),
    done: 'Your data has been downloaded',
    failed: "Your data wasn't downloaded",
    fallback: 'Please try again later.',
  });
  return (
    <SettingsSection id="your-data" title="Your data" lead="Download everything we hold about you.">
      <p>
        You'll get one zip file with your profile, groups, events, RSVPs, comments, emails and
        pictures, as CSV for a spreadsheet and as JSON for a program.
      </p>
      <OpenButton
        call="GET /api/auth/user/export"
        variant="outline"
        className="mt-4"
        busy={downloadData.isPending}
        busyLabel="Preparing your file..."
        onClick={() => downloadData.mutate()}
      >
        <Download aria-hidden="true" className="size-5" /> Download my data
      </OpenButton>
    </SettingsSection>
  );
}

export function LeaveSite() {
  const { name } = useSite();
  const [leaving, setLeaving] = useState(false);
  return (
    <SettingsSection
      id="leave"
      title={`Leave ${name}`}
      lead="We'll delete your account straight away. You can't get it back."
    >
      <p>
        If you get too many emails, you can turn most of them off instead. If you're leaving, you
        may want to download your data first.
      </p>
      <OpenButton
        call="DELETE /api/auth/user"
        variant="danger"
        className="mt-4"
        onClick={() => setLeaving(true)}
      >
        Delete my account
      </OpenButton>
      <LeaveDialog open={leaving} onOpenChange={setLeaving} />
    </SettingsSection>
  );
}

/**
 * Downloads a file under the name that the server gives it.
 * @throws ApiError
 */
async function download(key: ApiKey & `GET ${string}`): Promise<void> {
  const response = await sendRequest('GET', urlOf(key));
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  saveFile(name ?? '', await response.blob());
}

const emptyValues = { proof: '', code: '' };

interface LeaveDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/**
 * Lists what is deleted and what stays. Then asks for the password or email address, and for a code
 * if the account uses two-step sign-in.
 */
function LeaveDialog({ open, onOpenChange }: LeaveDialogProps) {
  const formId = useId();
  const { data: preview, isError } = useQuery({
    ...query('GET /api/auth/user/parting'),
    enabled: open,
    // The preview changes with every RSVP and comment.
    staleTime: 0,
  });
  const { data: twoStep } = useQuery({ ...twoStepQuery(), enabled: open });
  const [typed, setTyped] = useState(emptyValues);
  const leave = useMutation({
    mutationFn: (by: DeletionPreview['confirmBy']) =>
      call('DELETE /api/auth/user', {
        body: { [by]: typed.proof, ...(twoStep?.since && { code: typed.code }) },
      }),
    // A full page load clears everything that was cached for the member.
    onSuccess: () => {
      toastLater({
        title: 'Your account has been deleted',
        description: 'We no longer hold anything about you. Thank you for being here.',
      });
      window.location.assign(paths.home);
    },
    onError: (error) => {
      if (!failureOf(error).fields) {
        toastFailure("Your account wasn't deleted", error, 'Please try again later.');
      }
    },
  });
  const ready = preview !== undefined && twoStep !== undefined && !preview.onlyAdmin;
  const { fields } = failureOf(leave.error);
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        setTyped(emptyValues);
        leave.reset();
        onOpenChange(next);
      }}
      title="Delete your account"
      description="This happens straight away, and you can't undo it."
      footer={
        <>
          <Button variant="quiet" onClick={() => onOpenChange(false)}>
            Keep my account
          </Button>
          {ready && (
            <Button
              type="submit"
              form={formId}
              variant="danger"
              busy={leave.isPending}
              busyLabel="Deleting..."
            >
              Delete for good
            </Button>
          )}
        </>
      }
    >
      {isError && <p>We can't show this right now. Please try again later.</p>}
      {!preview && !isError && <Skeleton className="h-64" />}
      {preview && <DeletionSummary preview={preview} />}
      {ready && (
        <form
          id={formId}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            leave.mutate(preview.confirmBy);
          }}
          className="flex flex-col gap-5"
        >
          <Proof
            by={preview.confirmBy}
            value={typed.proof}
            onChange={(proof) => setTyped({ ...typed, proof })}
            error={fields?.[preview.confirmBy]}
          />
          {twoStep.since && (
            <EitherCode
              value={typed.code}
              onChange={(code) => setTyped({ ...typed, code })}
              error={fields?.code}
            />
          )}
        </form>
      )}
    </Dialog>
  );
}

function DeletionSummary({ preview }: { preview: DeletionPreview }) {
  if (preview.onlyAdmin) {
    return (
      <Notice tone="danger" title="The site needs an admin">
        You're the only one. Make another member an admin first.
      </Notice>
    );
  }
  const { groups, rsvps, comments, leaderless } = preview;
  return (
    <div className="mb-6 flex flex-col gap-5">
      <Part title="What we'll delete">
        <li>Your profile, your picture, and every way to sign in</li>
        <li>{pluralise(groups, 'group membership')}</li>
        <li>{pluralise(rsvps, 'RSVP')}, including those to past events</li>
        <li>{pluralise(comments, 'comment')}</li>
        <li>The emails we keep for you</li>
      </Part>
      <Part title="What will stay">
        <li>Groups and events you made. Another organiser takes over if there is one.</li>
        <li>Donations, without your name</li>
      </Part>
      {leaderless.length > 0 && (
        <Notice tone="accent" title="Left without an organiser">
          {leaderless.map(({ name }) => name).join(', ')}. To leave{' '}
          {leaderless.length === 1 ? 'it' : 'them'} in good hands, make another member an organiser
          first.
        </Notice>
      )}
    </div>
  );
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <div>
    <h3 className="text-lg">{title}</h3>
    <ul className="mt-1 list-disc pl-5 marker:text-accent-ink">{children}</ul>
  </div>
);

interface ProofProps {
  by: DeletionPreview['confirmBy'];
  value: string;
  onChange: (text: string) => void;
  error: string | undefined;
}

function Proof({ by, value, onChange, error }: ProofProps) {
  if (by === 'password') {
    const hint = "To check that it's you.";
    return <OwnPasswordField hint={hint} error={error} value={value} onChange={onChange} />;
  }
  return (
    <InputField
      label="Your email"
      hint="Please type it, so you don't do this by mistake."
      error={error}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      type="email"
      autoComplete="off"
    />
  );
}
