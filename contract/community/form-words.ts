/** The words of forms that pages with script show, too; without schemas, so that pages stay small. */

export const createdGroup = ({ status }: { status: string }) => ({
  title:
    status === 'approved'
      ? 'Your group has been published!'
      : 'Your group has been submitted for admin approval',
});

export const leftGroup = { title: 'Success!', description: "You've left the group" };
