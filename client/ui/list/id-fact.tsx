import { CopyButton } from '#client/ui/base/copy-button.tsx';
import { Fact } from './description-list.tsx';

export function IdFact({ id, label, copyLabel }: { id: string; label: string; copyLabel: string }) {
  return (
    <Fact label={label}>
      <span className="flex items-center gap-1">
        <bdi dir="ltr" className="font-mono text-xs break-all">
          {id}
        </bdi>
        <CopyButton text={id} label={copyLabel} />
      </span>
    </Fact>
  );
}
