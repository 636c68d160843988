import { UserRound, UserRoundCog } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEnter, useSetup } from '#client/features/session/use-session.ts';
import { type ApiError, toApiError } from '#client/lib/errors.ts';
import { Button } from '#client/ui/base/button.tsx';
import { call } from './auth-api.ts';

export type OtherWayProps = { onFailure: (failure: ApiError | null) => void };

export function SampleButtons({ onFailure }: OtherWayProps) {
  const { t } = useTranslation('auth');
  const { sampleAccounts, demo } = useSetup();
  const enter = useEnter();
  const [pending, setPending] = useState<string | null>(null);

  async function signIn(role: string) {
    onFailure(null);
    setPending(role);
    try {
      await call('/sign-in/sample', { role: role.toLowerCase() });
      await enter();
    } catch (error) {
      onFailure(toApiError(error));
      setPending(null);
    }
  }

  return sampleAccounts.map(({ role }) => {
    const Icon = role === 'ADMIN' ? UserRoundCog : UserRound;
    return (
      <Button key={role} pending={pending === role} onClick={() => signIn(role)}>
        <Icon className="size-4" />
        {demo ? t('login.demo', { context: role }) : t('login.continue', { context: role })}
      </Button>
    );
  });
}
