/** Who owns the records of an entity, as `--owner` says. */
import { CliError } from '#server/progress.ts';
import { type Field, owners, type RelatedEntity, type Spec } from './spec.ts';

/** @throws {CliError} for an unknown owner, or fields that records of this owner can't have */
export function chooseOwner(
  text: string,
  fields: readonly Field[],
  related: readonly RelatedEntity[],
): Pick<Spec, 'owner' | 'ownerField'> {
  const owner = owners.find((each) => each === text);
  if (text === 'organization') {
    throw new CliError(
      'Records of organizations are not generated.',
      'Write the entity with another owner, and add the organization as server/modules/repository does.',
    );
  }
  if (!owner) throw new CliError(`"${text}" can't own records.`, `Owners: ${owners.join(', ')}.`);
  const ownerField = owner === 'user' ? fieldOfOwner(related) : undefined;
  if (ownerField) refuseFields(fields, ownerField.name);
  return { owner, ownerField };
}

function fieldOfOwner(related: readonly RelatedEntity[]): Spec['ownerField'] {
  const target = related.find(({ type }) => type === 'User');
  return (
    target && {
      name: 'owner',
      type: 'relation',
      optional: false,
      unique: false,
      values: [],
      target,
    }
  );
}

function refuseFields(fields: readonly Field[], name: string): void {
  const taken = fields.find((field) => field.name === name);
  if (taken) {
    throw new CliError(
      `The field "${name}" exists in every entity with an owner.`,
      'Choose another name.',
    );
  }
  const hidden = fields.find(({ target }) => target?.isForUsers === false);
  if (hidden) {
    throw new CliError(
      `The field "${hidden.name}" leads to records that users don't read.`,
      `Owners could not choose one. Leave it out, or let users read ${hidden.target?.type} first.`,
    );
  }
}
