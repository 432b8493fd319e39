import type { TestApp } from './app.ts';
import { password, type User } from './factories.ts';

type Person = Pick<User, 'id'>;

/** The ways in which a person leaves a group, or the site. */
export function leavingOf({ make, as }: Pick<TestApp, 'make' | 'as'>) {
  const asAdmin = async () => as(await make.admin());
  return {
    leaveGroup: async (person: Person, { id }: { id: number }) =>
      (await as(person)).call('DELETE /api/groups/:id/members', { params: { id } }),
    leaveSite: async (person: Person) =>
      (await as(person)).call('DELETE /api/auth/user', { body: { password } }),
    ban: async ({ id }: Person) =>
      (await asAdmin()).call('PATCH /api/admin/users/:id/status', {
        params: { id },
        body: { isActive: false },
      }),
    purge: async ({ id }: Person) =>
      (await asAdmin()).call('POST /api/admin/users/:id/cleanup', { params: { id }, body: {} }),
    deleteAccount: async ({ id }: Person) =>
      (await asAdmin()).call('DELETE /api/admin/users/:id', { params: { id } }),
  };
}
