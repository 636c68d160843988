import { OwnSessions } from './own-sessions.tsx';
import type { SectionProps } from './sections.ts';

/** Where the viewer is signed in. */
export function Security({ lockedBy }: SectionProps) {
  return <OwnSessions lockedBy={lockedBy} />;
}
