import { useClient } from 'urql';
import { apiErrorOf } from '#client/graphql/errors.ts';
import { failureText } from '#client/i18n/error-text.ts';
import { download } from '#client/lib/download.ts';
import { reauthenticate } from '#client/lib/reauthentication.ts';
import { toast } from '#client/ui/overlay/toast.ts';
import { FreshSessionDocument } from './list-export.generated.ts';

/** Downloads lists that need a recent proof of identity. A download itself can't ask for one. */
export function useListExport(): (url: string) => Promise<void> {
  const client = useClient();
  return async (url) => {
    const { data, error } = await client
      .query(FreshSessionDocument, {}, { requestPolicy: 'network-only' })
      .toPromise();
    if (error) return toast('error', failureText(apiErrorOf(error)));
    if (data?.viewer?.session?.isFresh || (await reauthenticate())) download(url);
  };
}
