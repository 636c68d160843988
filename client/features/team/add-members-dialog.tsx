import { Check, Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation, useQuery } from 'urql';
import type { MemberRowFragment } from '#client/features/member/members.generated.ts';
import { PersonRow } from '#client/features/member/person-row.tsx';
import { useOrganization } from '#client/features/membership/organization-context.ts';
import { QueryFailed } from '#client/graphql/entity-boundary.tsx';
import { findMutationErrors } from '#client/graphql/errors.ts';
import { failureText } from '#client/i18n/error-text.ts';
import { Button } from '#client/ui/base/button.tsx';
import { TextField } from '#client/ui/form/field.tsx';
import { searchDelay } from '#client/ui/form/search-box.tsx';
import { listClass, RowSkeletons } from '#client/ui/list/list.tsx';
import { DialogActions, ResponsiveDialog } from '#client/ui/overlay/responsive-dialog.tsx';
import { toast } from '#client/ui/overlay/toast.ts';
import { limits } from '#shared/limits.ts';
import { AddTeamMemberDocument, TeamCandidatesDocument } from './teams.generated.ts';

const shownMax = 8;

type AddMembersDialogProps = {
  open: boolean;
  team: { id: string; name: string };
  memberIds: readonly string[];
  onClose: () => void;
};

export function AddMembersDialog({ open, team, memberIds, onClose }: AddMembersDialogProps) {
  const { id } = useOrganization();
  const { t } = useTranslation('organization');
  const [text, setText] = useState('');
  const [searchTerm, setSearchTerm] = useState('');
  const [added, setAdded] = useState<ReadonlySet<string>>(new Set());
  const [, addMember] = useMutation(AddTeamMemberDocument);
  const variables = { id, first: shownMax, searchTerm };
  const query = useQuery({ query: TeamCandidatesDocument, variables, pause: !open });
  const [{ data, error }] = query;
  const isMember = ({ id }: MemberRowFragment) => memberIds.includes(id) && !added.has(id);
  const candidates = data?.organization?.members?.nodes.toSorted(
    (one, other) => Number(isMember(one)) - Number(isMember(other)),
  );

  useEffect(() => {
    const timer = setTimeout(setSearchTerm, searchDelay, text.trim());
    return () => clearTimeout(timer);
  }, [text]);

  async function add(memberId: string) {
    const result = await addMember({ input: { teamId: team.id, memberId } });
    const failed = findMutationErrors(result);
    if (failed) return toast('error', failureText(failed));
    setAdded((before) => new Set(before).add(memberId));
  }

  /** The team may have changed by the time the dialog reopens. */
  function close() {
    setAdded(new Set());
    setText('');
    onClose();
  }

  return (
    <ResponsiveDialog
      open={open}
      onClose={close}
      title={t('team.addTitle', { name: team.name })}
      long
      wide
    >
      <div className="mt-2 grid gap-4">
        <TextField
          name="searchTerm"
          type="search"
          label={t('members.search')}
          value={text}
          maxLength={limits.searchMax}
          autoComplete="off"
          autoFocus
          onChange={({ target }) => setText(target.value)}
        />
        {error && !data ? (
          <QueryFailed query={query} />
        ) : candidates?.length === 0 ? (
          <p className="text-sm text-text-muted">{t('team.nobody')}</p>
        ) : (
          <ul
            aria-label={t('nav.members')}
            aria-busy={!candidates}
            // An address takes one line, as a name does.
            className={`max-h-[45dvh] overflow-y-auto **:data-actions:me-0 [&_[dir=auto]]:truncate ${listClass}`}
          >
            {candidates?.map((member) => (
              <Candidate
                key={member.id}
                member={member}
                isAdded={added.has(member.id)}
                {...(!isMember(member) && { onAdd: () => add(member.id) })}
              />
            )) ?? <RowSkeletons count={3} lead="round" />}
          </ul>
        )}
        <DialogActions>
          <Button look="primary" onClick={close}>
            {t('team.addDone')}
          </Button>
        </DialogActions>
      </div>
    </ResponsiveDialog>
  );
}

type CandidateProps = {
  member: MemberRowFragment;
  isAdded: boolean;
  /** Missing for members of the team. */
  onAdd?: () => Promise<void>;
};

function Candidate({ member, isAdded, onAdd }: CandidateProps) {
  const { name } = member;
  const { t } = useTranslation(['organization', 'common']);
  const [pending, setPending] = useState(false);

  async function add() {
    setPending(true);
    await onAdd?.();
    setPending(false);
  }

  return (
    <PersonRow
      member={member}
      actions={
        onAdd ? (
          <Button
            look={isAdded ? 'quiet' : 'secondary'}
            size="small"
            pending={pending}
            // Not `disabled`: the button would lose the focus.
            aria-disabled={isAdded || pending || undefined}
            aria-label={
              isAdded
                ? t('common:labelled', { label: t('organization:team.isAdded'), value: name })
                : t('team.addMember', { name })
            }
            onClick={() => !isAdded && void add()}
          >
            {isAdded ? <Check /> : <Plus />}
            {t(isAdded ? 'team.isAdded' : 'team.addOne')}
          </Button>
        ) : (
          <Check role="img" className="size-4 text-text-muted">
            <title>{t('team.isAdded')}</title>
          </Check>
        )
      }
    />
  );
}
