import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { runMutation } from '#client/graphql/run-mutation.ts';
import { Button } from '#client/ui/base/button.tsx';
import { EscalateTicketDocument } from './ticket.generated.ts';

/** Refusals, such as that the ticket is solved, are shown as a toast. */
export function EscalateTicket({ id }: { id: string }) {
  const { t } = useTranslation('ticket');
  const [{ fetching }, escalateTicket] = useMutation(EscalateTicketDocument);

  const escalate = () =>
    runMutation({
      mutate: () => escalateTicket({ input: { id } }),
      done: t('escalate.done'),
    });

  return (
    <Button pending={fetching} onClick={() => void escalate()}>
      {t('escalate.action')}
    </Button>
  );
}
