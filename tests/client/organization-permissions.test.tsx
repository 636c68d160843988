// @vitest-environment jsdom

import { screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Client, fetchExchange, Provider } from 'urql';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { CanSomewhere } from '#client/features/membership/can-somewhere.tsx';
import { OrganizationField } from '#client/features/membership/organization-field.tsx';
import { showForm } from '#tests/client/form.tsx';

const createMay = ['REPOSITORY_CREATE'];
const organization = (name: string, viewerPermissions: readonly string[]) => ({
  id: name,
  organization: { id: name, name, slug: name.toLowerCase(), viewerPermissions },
});

function answering(memberships: object[]) {
  const operations: string[] = [];
  const client = new Client({
    url: 'https://example.org/api/graphql',
    preferGetMethod: false,
    exchanges: [fetchExchange],
    fetch: async (_url, init) => {
      const { operationName } = JSON.parse(String(init?.body));
      operations.push(operationName);
      return Response.json({ data: { viewer: { memberships: { nodes: memberships } } } });
    },
  });
  return { client, operations };
}

async function open(memberships: object[], permissions: readonly string[] = []) {
  const { client, operations } = answering(memberships);
  const rules = z.object({ organizationId: z.string().check(z.minLength(1, 'VALUE_REQUIRED')) });
  const field = (
    <OrganizationField name="organizationId" label="Organization" permission="repository:create" />
  );
  const around = (form: ReactNode) => (
    <Provider value={client}>
      <CanSomewhere do="repository:create">New</CanSomewhere>
      {form}
    </Provider>
  );
  return { ...(await showForm(rules, field, { permissions, around })), operations };
}

it('lets viewers choose among the organizations whose role permits it', async () => {
  const { user, submit } = await open([organization('Led', createMay), organization('Joined', [])]);
  await screen.findByText('New');
  await user.click(screen.getByRole('combobox', { name: 'Organization' }));
  await screen.findByRole('option', { name: /Led/ });
  expect(screen.getAllByRole('option')).toHaveLength(1);
  await user.click(screen.getByRole('option'));
  expect(await submit()).toEqual({ organizationId: 'Led' });
});

it('shows nothing to viewers whose roles permit it nowhere', async () => {
  const { operations } = await open([organization('Joined', [])]);
  await waitFor(() => expect(operations).toContain('OrganizationPermissions'));
  expect(screen.queryByText('New')).toBeNull();
});

it('does not ask for the roles of viewers who may do it everywhere', async () => {
  const { operations } = await open([], createMay);
  await screen.findByText('New');
  expect(operations).toEqual([]);
});
