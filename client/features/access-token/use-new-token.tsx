import { type ReactNode, useState } from 'react';
import type { AccessTokenScope } from '#client/graphql/schema.generated.ts';
import { MountOnOpen } from '#client/ui/overlay/mount-on-open.tsx';
import { TokenDialog } from './token-dialog.tsx';

// The reauthentication texts are in the `account` namespace.

type Options = {
  scopes: readonly AccessTokenScope[];
  serviceAccountId?: string | undefined;
  inOrganization?: boolean;
  onCreated: () => void;
};

export function useNewToken(options: Options): { open: () => void; dialog: ReactNode } {
  const { scopes, serviceAccountId, inOrganization = false, onCreated } = options;
  const [isOpen, setIsOpen] = useState(false);
  return {
    open: () => setIsOpen(true),
    dialog: (
      <MountOnOpen open={isOpen}>
        <TokenDialog
          open={isOpen}
          scopes={scopes}
          serviceAccountId={serviceAccountId}
          inOrganization={inOrganization}
          onClose={(created) => {
            setIsOpen(false);
            if (created) onCreated();
          }}
        />
      </MountOnOpen>
    ),
  };
}
