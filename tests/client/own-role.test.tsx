// @vitest-environment jsdom

import { screen } from '@testing-library/react';
import { Client, Provider } from 'urql';
import { expect, it, vi } from 'vitest';
import type { AuditLogRowFragment } from '#client/features/audit-log/audit-log.generated.ts';
import { AuditLogRow } from '#client/features/audit-log/audit-log-row.tsx';
import { UserForm } from '#client/features/user/user-form.tsx';
import { UserBadges } from '#client/features/user/user-row.tsx';
import { readUserList, UserFilters } from '#client/features/user/users-page.tsx';
import { show } from '#tests/client/render.tsx';

/** The product with a role that a project adds. */
vi.mock(import('#shared/permissions.ts'), async (original) => {
  const all = await original();
  const roleNames = ['admin', 'probe', 'user'] as unknown as typeof all.roleNames;
  const parseRoles = (stored?: string | null) => (stored ?? '').split(',') as typeof roleNames;
  return { ...all, roleNames, parseRoles };
});

/** The role has no texts here. */
const label = 'role.PROBE';
const options = { namespaces: ['user' as const], permissions: [] };

it('is shown at its users', async () => {
  const user = { role: 'PROBE' as 'USER', status: 'ACTIVE' as const, isServiceAccount: false };
  await show(<UserBadges user={user} />, options);
  expect(await screen.findByText(label)).toBeDefined();
});

it('can be given', async () => {
  const form = (
    <Provider
      value={new Client({ url: 'https://example.org', preferGetMethod: false, exchanges: [] })}
    >
      <UserForm />
    </Provider>
  );
  await show(form, options);
  const offered = await screen.findAllByRole('radio');
  expect(offered.map((radio) => radio.getAttribute('value'))).toEqual(['user', 'probe', 'admin']);
});

it('can be filtered by', async () => {
  const filter = readUserList(new URLSearchParams('role=probe'));
  expect(filter.role).toBe('probe');
  await show(<UserFilters filter={filter} />, options);
  expect(await screen.findByRole('button', { name: /role\.PROBE/ })).toBeDefined();
});

it('is named in the audit log', async () => {
  const about = { subjectId: 'usr_', actorId: 'usr_' };
  const change = { ...about, kind: 'ROLE_CHANGED', detail: 'probe,user' };
  const event = change as unknown as AuditLogRowFragment;
  const namespaces = ['user' as const, 'audit' as const];
  await show(<AuditLogRow event={event} columns={[]} />, { ...options, namespaces });
  expect(await screen.findByText('role.PROBE and User', { exact: false })).toBeDefined();
});
