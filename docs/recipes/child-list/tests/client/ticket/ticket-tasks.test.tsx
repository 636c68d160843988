// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { Client, fetchExchange, Provider } from 'urql';
import { expect, it } from 'vitest';
import { TicketTasks } from '#client/features/ticket/ticket-tasks.tsx';
import { show } from '#tests/client/render.tsx';

const taskOf = (title: string) => ({ id: title, title, createdAt: '2026-01-01T00:00:00Z' });

type Answer = { data?: object; errors?: object[] };

/** Shows the tasks that the API answers with, in turn. */
async function open(answers: Answer[], permissions = ['TASK_CREATE']) {
  const sent: Record<string, unknown>[] = [];
  const client = new Client({
    url: 'https://example.org/api/graphql',
    preferGetMethod: false,
    exchanges: [fetchExchange],
    async fetch(_url, init) {
      sent.push(JSON.parse(String(init?.body)).variables);
      return Response.json(answers.shift());
    },
  });
  const list = (
    <Provider value={client}>
      <TicketTasks ticketId="tick_1" />
    </Provider>
  );
  const { user } = await show(list, { namespaces: ['list', 'task'], permissions });
  return { user, sent };
}

const listOf = (...titles: string[]): Answer => ({
  data: {
    tasks: { nodes: titles.map(taskOf), pageInfo: { hasNextPage: false, endCursor: null } },
  },
});

it('lists the tasks of its ticket', async () => {
  const { sent } = await open([listOf('Order a part')]);
  const link = await screen.findByRole('link', { name: 'Order a part' });
  expect(link.getAttribute('href')).toBe('/app/tasks/Order%20a%20part');
  expect(sent).toEqual([{ ticketId: 'tick_1', after: null }]);
});

it('says that there are none, and offers nothing to viewers who may add none', async () => {
  await open([listOf()], []);
  await screen.findByText('No tasks yet');
  expect(screen.queryByRole('button')).toBeNull();
});

it('loads again after a failure', async () => {
  const failed = { errors: [{ message: '', extensions: { code: 'SERVICE_UNAVAILABLE' } }] };
  const { user } = await open([failed, listOf('Order a part')]);
  await screen.findByRole('alert');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('link', { name: 'Order a part' });
});

it('adds a task, and says why it was refused', async () => {
  const errors = [{ code: 'NOT_FOUND', field: ['ticketId'] }];
  const { user, sent } = await open([listOf(), { data: { createTask: { task: null, errors } } }]);
  await user.click(await screen.findByRole('button', { name: 'New task' }));
  await user.type(await screen.findByRole('textbox', { name: 'Title' }), 'Order a part');
  await user.click(screen.getByRole('button', { name: 'Create task' }));
  await screen.findByRole('alert');
  expect(sent.at(-1)).toEqual({ input: { title: 'Order a part', ticketId: 'tick_1' } });
});
