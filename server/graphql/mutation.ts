/**
 * One way to define a mutation: verb and noun, one `input`, one payload with the entity and the
 * `errors` that the person can mend.
 */
import type {
  InputFieldMap,
  InputShapeFromFields,
  ObjectFieldsShape,
  Resolver,
} from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import * as z from 'zod/mini';
import { type IdentifiedModel, isIdOf } from '#server/database/ids.ts';
import { withoutBounds } from '#server/log/request-context.ts';
import { securityEvent } from '#server/log/security-events.ts';
import type { UserErrorCode } from '#shared/errors.ts';
import type { Permission } from '#shared/permissions.ts';
import { type BuilderTypes, builder } from './builder.ts';
import type { Context } from './context.ts';
import { ErrorCode } from './error-code.ts';
import { fail, Refusal, type RefusalIssue, refusalOf, requestError } from './errors.ts';
import { priced } from './price.ts';

const UserError = builder.objectRef<RefusalIssue>('UserError').implement({
  description: 'Something about the input that the person can mend.',
  fields: (t) => ({
    code: t.field({
      type: ErrorCode,
      description: 'What is wrong, for programs.',
      resolve: ({ code }) => code,
    }),
    field: t.stringList({
      nullable: true,
      extensions: priced({ entries: 2 }),
      description: 'Where: the path in the input, for example `["name"]`; null: the whole.',
      resolve: ({ field }) => field && [...field],
    }),
    message: t.string({
      description: 'What is wrong and what to do, for people, in the language of the request.',
      resolve: ({ code }, _args, { t: translate }) => translate(`errors:${code}`),
    }),
  }),
});

/** Refusals of what nobody asks for by mistake. */
const forbidden = /^(LAST_ADMIN|YOU_CANNOT_)/;

/** What a payload is resolved from: the result, or nothing of it and why. */
type Payload<Result> = { [Key in keyof Result]?: Result[Key] } & {
  errors: readonly RefusalIssue[];
};

type MutationOptions<Fields extends InputFieldMap, Result extends object> = {
  description: string;
  authScopes: { can: Permission; notImpersonating?: true };
  /** The input field that names an existing record, and its model. Refused with NOT_FOUND there. */
  target?: { field: keyof Fields & string; model: IdentifiedModel };
  input(t: PothosSchemaTypes.InputFieldBuilder<BuilderTypes, 'InputObject'>): Fields;
  /** Does it. What `valid()` throws, or a violated unique index, becomes the payload's errors. */
  resolve(
    input: InputShapeFromFields<Fields>,
    context: Context,
    info: GraphQLResolveInfo,
  ): Promise<Result>;
  /** The payload's fields besides `errors`; null where the mutation was refused. */
  payload: ObjectFieldsShape<BuilderTypes, Payload<Result>>;
};

/** Defines the mutation `name`, its input and its payload. */
export function defineMutation<Fields extends InputFieldMap, Result extends object>(
  name: string,
  { description, authScopes, target, input, resolve, payload }: MutationOptions<Fields, Result>,
): void {
  const typeName = name.charAt(0).toUpperCase() + name.slice(1);
  const inputType = builder.inputType(`${typeName}Input`, {
    description: `What \`${name}\` needs.`,
    fields: input,
  });
  const payloadType = builder.objectRef<Payload<Result>>(`${typeName}Payload`).implement({
    description: `What became of \`${name}\`.`,
    fields: (t) => ({
      ...payload(t),
      errors: t.field({
        type: [UserError],
        extensions: priced({ statements: 0, entries: 5 }),
        description:
          'Why it was refused; empty on success. `NOT_FOUND` at the field of an ID that names no record.',
        resolve: (result) => result.errors as RefusalIssue[],
      }),
    }),
  });
  builder.mutationField(name, (t) =>
    t.field({
      type: payloadType,
      // One refused mutation must not hide what another one in the same request has committed.
      nullable: true,
      description,
      authScopes,
      args: {
        input: t.arg({
          type: inputType,
          required: true,
          description: 'What to do, and to what.',
        }),
      },
      resolve: (async (_root, args, context, info) => {
        if (context.settings.mode === 'demo') {
          throw requestError('DEMO_MODE', 'This is a read-only demo, this action is disabled.');
        }
        try {
          if (target) requireWellFormed(args.input, target);
          return {
            ...(await withoutBounds(() => resolve(args.input, context, info))),
            errors: [],
          };
        } catch (error) {
          const refusal = refusalOf(error, target?.field);
          if (!refusal) throw error;
          for (const { code } of refusal.issues) {
            if (forbidden.test(code)) securityEvent(context.log, 'business_rule_fail', code);
          }
          return { errors: refusal.issues };
        }
      }) as Resolver<
        object,
        { input: InputShapeFromFields<Fields> },
        Context,
        Payload<Result>
      > as never,
    }),
  );
}

/** @throws {Refusal} NOT_FOUND if the ID in the input cannot be one of a record of that model */
function requireWellFormed(
  input: object,
  { field, model }: { field: string; model: IdentifiedModel },
): void {
  const id = (input as Record<string, unknown>)[field];
  if (typeof id !== 'string' || !isIdOf(model, id)) fail('NOT_FOUND', { field });
}

/**
 * The input as the rules normalise it. A field that is left out stays undefined; null is for the
 * rules to accept or to refuse.
 *
 * @throws {Refusal} with every rule that was broken and its field
 */
export function valid<Rules extends z.ZodMiniType>(rules: Rules, input: object): z.output<Rules> {
  const result = z.safeParse(rules, input);
  if (result.success) return result.data;
  throw new Refusal(
    result.error.issues.map(({ message, path }) => ({
      code: message as UserErrorCode,
      field: path.map(String),
    })),
  );
}
