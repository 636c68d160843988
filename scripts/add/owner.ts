/** Who owns the records of an entity, as `--owner` says. */
import { CliError } from '#server/progress.ts';
import type { Field, RecordOwner, RelatedEntity } from './spec.ts';
import { createOrganizationOwner } from './templates/organization-owner.ts';
import { createUserOwner } from './templates/user-owner.ts';

type OwnerKind = {
  help: string;
  create?: (related: readonly RelatedEntity[]) => RecordOwner | undefined;
};

const owners: Readonly<Record<string, OwnerKind>> = {
  installation: {
    help: 'A record belongs to everyone: managers write it, and users may read it. The default.',
  },
  user: {
    help: 'A record belongs to the user who creates it: only they and managers see and change it.',
    create: createUserOwner,
  },
  organization: {
    help: 'A record belongs to an organization: members see it, its owners, admins and managers change it.',
    create: createOrganizationOwner,
  },
};

/** Lines of the command's help. */
export const ownersHelp = Object.entries(owners)
  .map(([name, { help }]) => `  ${`--owner ${name}`.padEnd(21)} ${help}`)
  .join('\n');

/** @throws {CliError} for an unknown owner, or fields that records of this owner can't have */
export function chooseOwner(
  text: string,
  fields: readonly Field[],
  related: readonly RelatedEntity[],
): RecordOwner | undefined {
  if (!Object.hasOwn(owners, text)) {
    const names = Object.keys(owners).join(', ');
    throw new CliError(`"${text}" can't own records.`, `Owners: ${names}.`);
  }
  const owner = owners[text]?.create?.(related);
  if (owner) refuseFields(fields, owner.field.name);
  return owner;
}

function refuseFields(fields: readonly Field[], name: string): void {
  const taken = fields.find((field) => field.name === name);
  if (taken) {
    throw new CliError(
      `The field "${name}" exists in every entity with this owner.`,
      'Choose another name.',
    );
  }
  const hidden = fields.find(({ target, optional }) => target?.isForUsers === false && !optional);
  if (hidden) {
    throw new CliError(
      `The field "${hidden.name}" leads to records that users don't read.`,
      `Owners could not choose one. Make it optional, ${hidden.name}:${hidden.target?.type}?, for those to choose it who have "${hidden.target?.permission}".`,
    );
  }
}
