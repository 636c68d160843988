import { OwnSessions } from './own-sessions.tsx';
import type { SectionProps } from './sections.ts';
import { SignInMethods } from './sign-in-methods.tsx';

export function Security({ lockedBy }: SectionProps) {
  return (
    <div className="*:first:mt-0">
      <OwnSessions lockedBy={lockedBy} />
      <SignInMethods lockedBy={lockedBy} />
    </div>
  );
}
