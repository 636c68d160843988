/** Defines mutations of a common shape: an `input`, and a payload with the result and `errors`. */

import type {
  InputFieldMap,
  InputShapeFromFields,
  ObjectFieldsShape,
  Resolver,
} from '@pothos/core';
import { type GraphQLResolveInfo, getNamedType, isInputObjectType } from 'graphql';
import * as z from 'zod/mini';
import { isIdOf } from '#server/database/ids.ts';
import type { EntityModel } from '#server/entities.ts';
import type { AuditEventKind } from '#server/generated/prisma/client.ts';
import { type BuilderTypes, builder } from '#server/graphql/builder.ts';
import type { Context } from '#server/graphql/context.ts';
import {
  apiError,
  toUserErrors,
  type UserError as UserErrorShape,
  UserErrors,
  userError,
} from '#server/graphql/errors.ts';
import { cost, prices } from '#server/graphql/limits/price.ts';
import { describeFresh, enforceFresh, type FreshRule } from '#server/graphql/refusal.ts';
import { withoutBounds } from '#server/log/request-context.ts';
import { securityEvent } from '#server/log/security-events.ts';
import { isScope } from '#shared/access-token-scopes.ts';
import type { UserErrorCode } from '#shared/errors.ts';
import type { Permission } from '#shared/permissions.ts';
import { defaultCode } from '#shared/rules/default-code.ts';
import { UserError } from './user-error.ts';

type MutationScopes = ({ can: Permission } | { canSomewhere: Permission } | { signedIn: true }) & {
  notImpersonating?: true;
  bySession?: true;
};

type Described = {
  description: string;
  authScopes: MutationScopes;
  fresh?: Parameters<typeof describeFresh>[0];
};

const roleIsEnough = 'A role in the organization that grants it is enough.';

/** Error codes that a mutation declares. */
function codesOf(mutation: {
  target?: object;
  errors?: readonly UserErrorCode[];
  fresh?: object;
}): UserErrorCode[] {
  const { target, errors = [], fresh } = mutation;
  const codes = new Set(errors);
  if (fresh) codes.add('SESSION_NOT_FRESH');
  return target ? [...new Set<UserErrorCode>(['NOT_FOUND', ...codes])] : [...codes];
}

function requirementsOf(scopes: MutationScopes): string[] {
  if ('can' in scopes) return [`Requires \`${scopes.can}\`.`];
  if (!('canSomewhere' in scopes)) return ['Requires signing in.'];
  return [`Requires \`${scopes.canSomewhere}\`.`, roleIsEnough];
}

const refusesAccessTokens = (scopes: MutationScopes) =>
  scopes.bySession || ('can' in scopes && !isScope(scopes.can));

function describeMutation(
  { description, authScopes, fresh }: Described,
  codes: readonly UserErrorCode[],
): string {
  return [
    description,
    ...requirementsOf(authScopes),
    ...(fresh ? [describeFresh(fresh)] : []),
    ...(refusesAccessTokens(authScopes) ? ['ACCESS_TOKEN_REFUSED with an access token.'] : []),
    ...(codes.length ? [`Error codes: ${codes.join(', ')}.`] : []),
  ].join(' ');
}

/** Errors of actions that the interface doesn't offer. Logged as security events. */
const suspicious = /^(LAST_ADMIN|YOU_CANNOT_)/;

/** What is refused of a required name. */
export const nameErrors = ['NAME_REQUIRED', 'NAME_INVALID', 'NAME_TOO_LONG'] as const;

export const unlistedCode = 'error code missing in the description of the mutation';

export type InputFields = PothosSchemaTypes.InputFieldBuilder<BuilderTypes, 'InputObject'>;

type Payload<Result> = { [Key in keyof Result]?: Result[Key] } & {
  errors: readonly UserErrorShape[];
};

/** Payload fields besides `errors`. Null if the input was rejected. */
export type PayloadFields<Result> = ObjectFieldsShape<BuilderTypes, Payload<Result>>;

export type MutationOptions<Fields extends InputFieldMap, Result extends object> = {
  /** What the mutation does. Permission and error codes are appended. */
  description: string;
  authScopes: MutationScopes;
  /** Kinds of events that it adds to the audit log, one for each change. Empty if it only changes what the viewer is shown. */
  audit: readonly AuditEventKind[];
  /** Requires a proof of identity within the last minutes. Adds SESSION_NOT_FRESH to `errors`. */
  fresh?: FreshRule<InputShapeFromFields<Fields>>;
  /** Input field with the ID of an existing record. NOT_FOUND if it doesn't exist. */
  target?: { field: keyof Fields & string; model: EntityModel };
  /** Codes that `errors` can have besides the target's NOT_FOUND. Any other code is logged as an error. */
  errors?: readonly UserErrorCode[];
  input?: (t: InputFields) => Fields;
  /**
   * Runs the mutation. `UserErrors` and violated constraints become the payload's errors, in addition to errors of
   * single records that a bulk mutation returns.
   */
  resolve(
    input: InputShapeFromFields<Fields>,
    context: Context,
    info: GraphQLResolveInfo,
  ): Promise<Result & { errors?: readonly UserErrorShape[] }>;
  payload: PayloadFields<Result>;
};

function inputFieldsOf({ parentType, fieldName }: GraphQLResolveInfo): string[] {
  const [argument] = parentType.getFields()[fieldName]?.args ?? [];
  const type = argument && getNamedType(argument.type);
  return isInputObjectType(type) ? Object.keys(type.getFields()) : [];
}

export function defineMutation<Fields extends InputFieldMap, Result extends object>(
  name: string,
  options: MutationOptions<Fields, Result>,
): void {
  const { authScopes, target, fresh, input, resolve, payload } = options;
  const codes = codesOf(options);
  const typeName = name.charAt(0).toUpperCase() + name.slice(1);
  const inputDescription = `Input of \`${name}\`.`;
  const inputType =
    input &&
    builder.inputType(`${typeName}Input`, { description: inputDescription, fields: input });
  const payloadType = builder.objectRef<Payload<Result>>(`${typeName}Payload`).implement({
    description: `Result of \`${name}\`.`,
    fields: (t) => ({
      ...payload(t),
      errors: t.field({
        type: [UserError],
        complexity: cost({ statements: 0, entries: 5 }),
        description: 'What is wrong with the input. Empty if the mutation succeeded.',
        resolve: (result) => result.errors as UserErrorShape[],
      }),
    }),
  });
  builder.mutationField(name, (t) =>
    t.field({
      type: payloadType,
      // A rejected mutation must not hide what another one in the same request has committed.
      nullable: true,
      description: describeMutation(options, codes),
      complexity: { field: prices.mutation, multiplier: 1 },
      extensions: {
        audit: options.audit,
        ...(fresh && { freshSession: describeFresh(fresh) }),
      },
      authScopes,
      args: inputType
        ? { input: t.arg({ type: inputType, required: true, description: inputDescription }) }
        : {},
      // biome-ignore lint/plugin: Pothos types arguments by whether there is an input
      resolve: (async (_root, args, context, info) => {
        if (context.settings.demo) {
          throw apiError('DEMO_MODE', 'This is a read-only demo, this action is disabled.');
        }
        const logged = (found: readonly UserErrorShape[]) => {
          if (found.some(({ code }) => code === 'FORBIDDEN')) {
            securityEvent(context.log, 'authz_fail', 'FORBIDDEN');
          }
          for (const { code } of found) {
            if (suspicious.test(code)) securityEvent(context.log, 'business_rule_fail', code);
            if (!codes.includes(code)) context.log.error({ mutation: name, code }, unlistedCode);
          }
          return found;
        };
        try {
          const values = args.input ?? ({} as InputShapeFromFields<Fields>);
          const { field = '' } = target ?? {};
          const id = (values as Record<string, unknown>)[field];
          if (target && !isIdOf(target.model, String(id))) throw userError('NOT_FOUND', field);
          if (fresh) await enforceFresh(fresh, values, context);
          const result = await withoutBounds(() => resolve(values, context, info));
          return { ...result, errors: logged(result.errors ?? []) };
        } catch (error) {
          const found = toUserErrors(error, target?.field, inputFieldsOf(info));
          if (!found) throw error;
          return { errors: logged(found) };
        }
      }) as Resolver<
        object,
        { input?: InputShapeFromFields<Fields> },
        Context,
        Payload<Result>
      > as never,
    }),
  );
}

/**
 * Validates and normalizes input. Omitted fields stay undefined. Fields without a rule are a type error.
 *
 * @throws {UserErrors} with every violated rule and its field
 */
export function valid<Rules extends z.ZodMiniType, Input extends object>(
  rules: Rules,
  input: Input & { [Field in Exclude<keyof Input, keyof z.input<Rules>>]: never },
): z.output<Rules> {
  const result = z.safeParse(rules, input, defaultCode);
  if (result.success) return result.data;
  throw new UserErrors(
    result.error.issues.map(({ message, path }) => ({
      code: message as UserErrorCode,
      field: path.map(String),
    })),
  );
}
