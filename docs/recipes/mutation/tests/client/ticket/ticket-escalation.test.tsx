// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { toast } from 'sonner';
import { Client, fetchExchange, Provider } from 'urql';
import { afterEach, expect, it } from 'vitest';
import { EscalateTicket } from '#client/features/ticket/escalate-ticket.tsx';
import { Toaster } from '#client/ui/overlay/toaster.tsx';
import { show } from '#tests/client/render.tsx';

afterEach(() => toast.dismiss());

async function toastAfter(errors: object[]): Promise<string | null> {
  const client = new Client({
    url: 'https://example.org/api/graphql',
    preferGetMethod: false,
    exchanges: [fetchExchange],
    fetch: async () => Response.json({ data: { escalateTicket: { ticket: null, errors } } }),
  });
  const page = (
    <Provider value={client}>
      <EscalateTicket id="tick_1" />
      <Toaster />
    </Provider>
  );
  const { user } = await show(page, { namespaces: ['ticket'] });
  await user.click(await screen.findByRole('button', { name: 'Escalate' }));
  return (await screen.findByRole('listitem')).textContent;
}

it('says that the ticket is escalated', async () => {
  expect(await toastAfter([])).toContain('Ticket escalated');
});

it('says why it was refused', async () => {
  const text = await toastAfter([{ code: 'TICKET_SOLVED', field: ['id'] }]);
  expect(text).toContain('This ticket is solved. Set its status to “Open” to escalate it.');
});
